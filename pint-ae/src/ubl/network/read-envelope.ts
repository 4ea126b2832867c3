import { type ReadLimits, readXml, XmlUnreadable } from '@selfbill/schematron/read-xml'
import { Element, type Name } from '@selfbill/schematron/xml'
import { type Envelope, participants, sh } from './envelope.ts'

// An entry for the service alone. It is apart because reading hostile XML needs libxml2, which takes
// 40 MB: the service loads it with the first status.

/**
 * Takes apart an envelope from any sender. Checks only what it reads: that each header field is
 * there once, and that the document matches the header.
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

/** The text is not a valid envelope. `part` is where: XML, header or document. */
export class EnvelopeUnreadable extends Error {
  override readonly name = 'EnvelopeUnreadable'
  readonly part: 'xml' | 'header' | 'document'

  constructor(part: 'xml' | 'header' | 'document', reason: string) {
    super(part === 'xml' ? reason : `the ${part} of the envelope ${reason}`)
    this.part = part
  }
}

function partsOf(source: string | Uint8Array, limits: ReadLimits | undefined): readonly Element[] {
  try {
    const root = readXml(source, limits)
    if (root.nameId === sh.StandardBusinessDocument.id) return root.children
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw new EnvelopeUnreadable('xml', error.message)
  }
  throw new EnvelopeUnreadable('xml', 'the document is not a StandardBusinessDocument')
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

/** The document as a separate tree, so that paths and rules begin at its root. */
function detached({ name, attributes, children, text, pieces }: Element): Element {
  return new Element(name, attributes, children, text, undefined, pieces)
}
