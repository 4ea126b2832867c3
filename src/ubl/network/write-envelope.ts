import { branch, type Element, leaf, tree } from '../../xml/element.ts'
import type { Name } from '../../xml/name.ts'
import { writeXml } from '../../xml/write.ts'
import { type EnvelopeHeader, participants, sh } from './envelope.ts'

/**
 * A transmission as it travels: the document in its envelope (StandardBusinessDocument), whose header says what it is, from
 * whom, to whom. The document goes in as the text it is, so that what was judged and stored is what arrives. `documentXml` is
 * well-formed and declares its own namespaces; what it is follows from its type. Every status is asked for, good ones too.
 * Source: network.md §1.6.
 */
export function writeEnvelope(header: EnvelopeHeader, documentXml: string): string {
  const { head, tail } = envelopeAround(header)
  return head + documentXml.replace(declaration, '') + tail
}

/** The same envelope in parts, for a document that is read in pieces: `head`, the document without its declaration, `tail`. */
export function envelopeAround(header: EnvelopeHeader): { readonly head: string; readonly tail: string } {
  const text = writeXml(tree(sh.StandardBusinessDocument, [headerOf(header)]))
  return { head: text.slice(0, -closing.length), tail: closing }
}

/** How many bytes of a document's first piece its declaration takes: the envelope leaves them out. */
export function declarationBytes(piece: Uint8Array): number {
  const [found = ''] = declarationInBytes.exec(new TextDecoder('latin1').decode(piece.subarray(0, 1024))) ?? []
  return found.length
}

const closing = `</${sh.StandardBusinessDocument.qualified}>`
const declaration = /^\uFEFF?<\?xml\s[^>]*\?>[ \t\r\n]*/
/** The byte order mark is three bytes. */
const declarationInBytes = /^(?:\u00EF\u00BB\u00BF)?<\?xml\s[^>]*\?>[ \t\r\n]*/

function headerOf(header: EnvelopeHeader): Element {
  const [docTypeScheme, docType] = schemeAndValue(header.docTypeId)
  const [processScheme, process] = schemeAndValue(header.processId)
  const [standard, type, typeVersion] = documentTypeParts(docType)
  return tree(sh.StandardBusinessDocumentHeader, [
    leaf(sh.HeaderVersion, '1.0'),
    partner(sh.Sender, header.senderId),
    partner(sh.Receiver, header.receiverId),
    tree(sh.DocumentIdentification, [
      leaf(sh.Standard, standard),
      leaf(sh.TypeVersion, typeVersion),
      leaf(sh.InstanceIdentifier, header.instanceId),
      leaf(sh.Type, type),
      leaf(sh.CreationDateAndTime, new Date(header.createdAt).toISOString()),
    ]),
    branch(sh.BusinessScope, [
      scope('DOCUMENTID', docType, docTypeScheme),
      scope('PROCESSID', process, processScheme),
      header.country === null ? undefined : scope('COUNTRY_C1', header.country),
      header.mlsTo === null ? undefined : scope('MLS_TO', header.mlsTo, participants),
      scope('MLS_TYPE', 'ALWAYS_SEND'),
    ]),
  ])
}

function partner(name: Name, id: string): Element {
  return tree(name, [leaf(sh.Identifier, id, undefined, ['Authority', participants])])
}

function scope(type: string, value: string, scheme?: string): Element {
  const identifier = scheme === undefined ? undefined : leaf(sh.Identifier, scheme)
  return tree(sh.Scope, [leaf(sh.Type, type), leaf(sh.InstanceIdentifier, value), identifier])
}

/** `busdox-docid-qns::urn:…::TaxData##…` → its scheme, and the rest, which may hold `::` itself. */
function schemeAndValue(identifier: string): readonly [scheme: string, value: string] {
  const at = identifier.indexOf('::')
  return [identifier.slice(0, at), identifier.slice(at + 2)]
}

/** `namespace::Root##customization::version` */
function documentTypeParts(docType: string): readonly [namespace: string, root: string, version: string] {
  const [, ns, root, version] = /^(.*?)::(.*?)##.*::(.*?)$/.exec(docType) ?? []
  if (ns === undefined || root === undefined || version === undefined) throw new Error(`no document type: ${docType}`)
  return [ns, root, version]
}
