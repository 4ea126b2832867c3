import { branch, Element, leaf } from '../xml/element.ts'
import type { Name } from '../xml/name.ts'
import { nameOf } from '../xml/name.ts'
import type { ReadLimits } from '../xml/read.ts'
import { readXml, XmlUnreadable } from '../xml/read.ts'
import { writeXml } from '../xml/write.ts'

/**
 * A transmission as it travels: the document in its envelope (StandardBusinessDocument), whose header says what it is, from
 * whom, to whom. The document goes in as the text it is, so that what was judged and stored is what arrives. `documentXml` is
 * well-formed and declares its own namespaces; what it is follows from its type. Every status is asked for, good ones too.
 * Source: network.md §1.6.
 */
export function writeEnvelope(header: EnvelopeHeader, documentXml: string): string {
  const text = writeXml(new Element(sh.StandardBusinessDocument, [], [headerOf(header)], '', undefined))
  return text.slice(0, -closing.length) + documentXml.replace(declaration, '') + closing
}

/** What the header of an envelope says. */
export interface EnvelopeHeader {
  /** InstanceIdentifier: the UUID of the transmission, by which statuses name it. */
  readonly instanceId: string
  /** Participants or service providers: `0235:…`, `0242:…`. */
  readonly senderId: string
  readonly receiverId: string
  /** `scheme::value`, as is `processId`. */
  readonly docTypeId: string
  readonly processId: string
  /** COUNTRY_C1, the country of corner 1; null when an envelope that was read does not say. */
  readonly country: string | null
  /** ms since 1970. */
  readonly createdAt: number
  /** MLS_TO: the provider that statuses are to be sent to, `0242:…`; null for the sender's own. */
  readonly mlsTo: string | null
}

/** An envelope that somebody sent, taken apart. */
export interface Envelope extends EnvelopeHeader {
  /** MLS_TYPE; null stands for the network's default, and for anything the network does not know. */
  readonly mlsType: 'ALWAYS_SEND' | 'FAILURE_ONLY' | null
  /** The root of a tree of its own. */
  readonly document: Element
}

/**
 * Takes an envelope apart that anybody may have written. Only what is read is checked: the header's own fields, once each, and
 * that the document is what the header calls it.
 *
 * @throws EnvelopeUnreadable
 */
export function readEnvelope(source: string | Uint8Array, limits?: ReadLimits): Envelope {
  const [header, document, more] = partsOf(source, limits)
  if (header?.nameId !== sh.StandardBusinessDocumentHeader.id) throw new EnvelopeUnreadable('header', 'is missing')
  if (!document || more) throw new EnvelopeUnreadable('document', 'must be there once')
  if (textIn(header, sh.HeaderVersion) !== '1.0') throw new EnvelopeUnreadable('header', 'must have version 1.0')
  const identification = only(header, sh.DocumentIdentification)
  const isNamed =
    textIn(identification, sh.Standard) === document.name.namespace &&
    textIn(identification, sh.Type) === document.name.local
  if (!isNamed) throw new EnvelopeUnreadable('document', 'is not what the header calls it')
  const createdAt = Date.parse(textIn(identification, sh.CreationDateAndTime))
  if (Number.isNaN(createdAt)) throw new EnvelopeUnreadable('header', 'must have a CreationDateAndTime')
  const scopes = scopesIn(header)
  const mlsType = scopes.get('MLS_TYPE')?.value
  return {
    instanceId: textIn(identification, sh.InstanceIdentifier),
    senderId: partnerIn(header, sh.Sender),
    receiverId: partnerIn(header, sh.Receiver),
    docTypeId: identifierIn(scopes, 'DOCUMENTID'),
    processId: identifierIn(scopes, 'PROCESSID'),
    country: scopes.get('COUNTRY_C1')?.value ?? null,
    createdAt,
    mlsTo: scopes.get('MLS_TO')?.value ?? null,
    mlsType: mlsType === 'ALWAYS_SEND' || mlsType === 'FAILURE_ONLY' ? mlsType : null,
    document: detached(document),
  }
}

/** The text is no envelope that we take. `part`: XML itself, the header, or the document within. */
export class EnvelopeUnreadable extends Error {
  override readonly name = 'EnvelopeUnreadable'
  readonly part: 'xml' | 'header' | 'document'

  constructor(part: 'xml' | 'header' | 'document', reason: string) {
    super(part === 'xml' ? reason : `the ${part} of the envelope ${reason}`)
    this.part = part
  }
}

const namespace = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
/** A prefix of its own: whatever the document within takes for its default namespace stays its affair. */
const sbdhName = (local: string) => nameOf(namespace, local, 'sh')
const sh = {
  BusinessScope: sbdhName('BusinessScope'),
  CreationDateAndTime: sbdhName('CreationDateAndTime'),
  DocumentIdentification: sbdhName('DocumentIdentification'),
  HeaderVersion: sbdhName('HeaderVersion'),
  Identifier: sbdhName('Identifier'),
  InstanceIdentifier: sbdhName('InstanceIdentifier'),
  Receiver: sbdhName('Receiver'),
  Scope: sbdhName('Scope'),
  Sender: sbdhName('Sender'),
  Standard: sbdhName('Standard'),
  StandardBusinessDocument: sbdhName('StandardBusinessDocument'),
  StandardBusinessDocumentHeader: sbdhName('StandardBusinessDocumentHeader'),
  Type: sbdhName('Type'),
  TypeVersion: sbdhName('TypeVersion'),
}
const closing = `</${sh.StandardBusinessDocument.qualified}>`
const declaration = /^\uFEFF?<\?xml\s[^>]*\?>\s*/
const participants = 'iso6523-actorid-upis'

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

function tree(name: Name, children: readonly (Element | undefined)[]): Element {
  const present = children.filter((child) => child !== undefined)
  return new Element(name, [], present, '', undefined)
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

function partsOf(source: string | Uint8Array, limits: ReadLimits | undefined): readonly Element[] {
  try {
    const root = readXml(source, limits)
    if (root.nameId === sh.StandardBusinessDocument.id) return root.children
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw new EnvelopeUnreadable('xml', error.message)
  }
  throw new EnvelopeUnreadable('xml', 'the document is no StandardBusinessDocument')
}

function only(parent: Element, name: Name): Element {
  const [found, another] = parent.childrenNamed(name.id)
  if (!found || another) throw new EnvelopeUnreadable('header', `must have one ${name.local}`)
  return found
}

function textIn(parent: Element, name: Name): string {
  const text = only(parent, name).value.trim()
  if (text === '' || text.length > charactersMax) {
    throw new EnvelopeUnreadable('header', `must have one ${name.local} of at most ${charactersMax} characters`)
  }
  return text
}

/** Document types are the longest; the network allows them 500. */
const charactersMax = 500

function partnerIn(header: Element, name: Name): string {
  const partner = only(header, name)
  if (only(partner, sh.Identifier).attribute('Authority') !== participants) {
    throw new EnvelopeUnreadable('header', `must name its ${name.local} by ${participants}`)
  }
  return textIn(partner, sh.Identifier)
}

type Scopes = ReadonlyMap<string, { readonly value: string; readonly scheme: string | null }>

function scopesIn(header: Element): Scopes {
  const scopes = new Map<string, { value: string; scheme: string | null }>()
  for (const found of header.child(sh.BusinessScope)?.children ?? []) {
    if (found.nameId !== sh.Scope.id) continue
    const type = textIn(found, sh.Type)
    if (scopes.has(type)) throw new EnvelopeUnreadable('header', 'names one scope twice')
    const scheme = found.child(sh.Identifier) === undefined ? null : textIn(found, sh.Identifier)
    scopes.set(type, { value: textIn(found, sh.InstanceIdentifier), scheme })
  }
  return scopes
}

function identifierIn(scopes: Scopes, type: 'DOCUMENTID' | 'PROCESSID'): string {
  const found = scopes.get(type)
  if (!found || found.scheme === null) throw new EnvelopeUnreadable('header', `must have the scope ${type}`)
  return `${found.scheme}::${found.value}`
}

/** The document without the envelope around it: paths and rules begin at its root. */
function detached({ name, attributes, children, text, pieces }: Element): Element {
  return new Element(name, attributes, children, text, undefined, pieces)
}
