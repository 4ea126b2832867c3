import { branch, type Element, leaf, type Name, tree, writeXml } from '@selfbill/schematron/xml'
import { encoded } from '../../text.ts'
import { type EnvelopeHeader, participants, sh } from './envelope.ts'

/**
 * Writes a transmission: the document in its envelope (StandardBusinessDocument). The document is
 * inserted as text, so that exactly the judged and stored text arrives. `documentXml` must be
 * well-formed and declare its own namespaces. Requests every status, positive ones too. Source:
 * docs/network.md#envelope.
 */
export function writeEnvelope(header: EnvelopeHeader, documentXml: string): string {
  return headOf(header) + documentXml.replace(declaration, '') + closing
}

/**
 * Writes the same envelope in pieces, around a document of `bytes` bytes that is also read in
 * pieces. The last piece comes only after the whole document was read; without it the envelope is
 * not XML. Rejects when the first piece cannot be read.
 */
export async function envelopeInPieces(
  header: EnvelopeHeader,
  document: { readonly bytes: number; pieces(): AsyncGenerator<Uint8Array, void, undefined> },
): Promise<EnvelopeInPieces> {
  const [start, tail] = [encoded(headOf(header)), encoded(closing)]
  const pieces = document.pieces()
  const first = (await pieces.next()).value ?? new Uint8Array()
  const declared = declarationBytes(first)
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    const began = new Uint8Array(start.length + first.length - declared)
    began.set(start)
    began.set(first.subarray(declared), start.length)
    yield began
    yield* pieces
    yield tail
  }
  return { bytes: start.length + document.bytes - declared + tail.length, pieces: all() }
}

export interface EnvelopeInPieces {
  readonly bytes: number
  /** Can be read once. */
  readonly pieces: AsyncGenerator<Uint8Array, void, undefined>
}

/** The envelope before the document. */
function headOf(header: EnvelopeHeader): string {
  return writeXml(tree(sh.StandardBusinessDocument, [elementOf(header)])).slice(0, -closing.length)
}

/**
 * The length in bytes of the XML declaration in a document's first piece. The envelope omits it.
 */
function declarationBytes(piece: Uint8Array): number {
  const [found = ''] = declarationInBytes.exec(new TextDecoder('latin1').decode(piece.subarray(0, 1024))) ?? []
  return found.length
}

const closing = `</${sh.StandardBusinessDocument.qualified}>`
const declaration = /^\uFEFF?<\?xml\s[^>]*\?>[ \t\r\n]*/
/** The byte order mark is three bytes. */
const declarationInBytes = /^(?:\u00EF\u00BB\u00BF)?<\?xml\s[^>]*\?>[ \t\r\n]*/

function elementOf(header: EnvelopeHeader): Element {
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

/**
 * `busdox-docid-qns::urn:…::TaxData##…` → the scheme and the rest, which may contain `::` itself.
 */
function schemeAndValue(identifier: string): readonly [scheme: string, value: string] {
  const at = identifier.indexOf('::')
  return [identifier.slice(0, at), identifier.slice(at + 2)]
}

/** `namespace::Root##customization::version` */
function documentTypeParts(docType: string): readonly [namespace: string, root: string, version: string] {
  const [, ns, root, version] = /^(.*?)::(.*?)##.*::(.*?)$/.exec(docType) ?? []
  if (ns === undefined || root === undefined || version === undefined)
    throw new Error(`not a document type: ${docType}`)
  return [ns, root, version]
}
