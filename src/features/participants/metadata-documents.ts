import { X509Certificate } from 'node:crypto'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { participants } from '@selfbill/pint-ae/ubl'
import { readXml, XmlUnreadable } from '@selfbill/schematron/read-xml'
import { type Element, type Name, nameOf } from '@selfbill/schematron/xml'
import { type Endpoint, type EndpointCertificate, LookupFailed } from './register.ts'

/**
 * Reads the document types of a ServiceGroup, as `scheme::value`. They are the last part of each
 * reference; the rest of a reference is not used. Throws `LookupFailed`.
 */
export function documentTypesIn(source: Uint8Array, participantId: string): readonly string[] {
  const group = rootOf(source, smp.ServiceGroup)
  requireParticipant(group, participantId)
  const references = group.child(smp.ServiceMetadataReferenceCollection)?.childrenNamed(smp.ServiceMetadataReference.id)
  const types = (references ?? []).slice(0, documentTypesMax).flatMap((reference) => {
    const [, encoded = ''] = /\/services\/([^/?#]+)$/.exec(reference.attribute('href')?.trim() ?? '') ?? []
    const type = decoded(encoded)
    return type === undefined || !type.includes('::') || type.length > charactersMax ? [] : [type]
  })
  return [...new Set(types)]
}

/**
 * Reads the metadata of one document type: its endpoints, or the publisher that has them. Throws
 * `LookupFailed`.
 */
export function serviceMetadataIn(source: Uint8Array, participantId: string): ServiceMetadata {
  const metadata = rootOf(source, smp.SignedServiceMetadata).child(smp.ServiceMetadata)
  const redirect = metadata?.child(smp.Redirect)?.attribute('href')
  if (redirect !== undefined) return { kind: 'redirect', url: redirect.trim() }
  const information = metadata?.child(smp.ServiceInformation)
  if (information === undefined) throw unusable(message('metadata_element_missing', { element: 'ServiceInformation' }))
  requireParticipant(information, participantId)
  const processes = information.child(smp.ProcessList)?.childrenNamed(smp.Process.id) ?? []
  const endpoints = processes.flatMap((process) => {
    const processId = identifierIn(process, ids.ProcessIdentifier)
    const listed = process.child(smp.ServiceEndpointList)?.childrenNamed(smp.Endpoint.id) ?? []
    return listed.map((endpoint) => ({ processId, ...endpointOf(endpoint) }))
  })
  return { kind: 'endpoints', endpoints: endpoints.slice(0, endpointsMax) }
}

export type ServiceMetadata =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'endpoints'; readonly endpoints: readonly ProcessEndpoint[] }

/** An endpoint for one process, `scheme::value`. */
export interface ProcessEndpoint extends Endpoint {
  readonly processId: string
}

/** A participant that receives everything in every country registers some hundred. */
const documentTypesMax = 1_000
const endpointsMax = 100
/** Of a document type; longer ones are no Peppol identifiers. */
const charactersMax = 600
const limits = { bytesMax: 2_000_000, depthMax: 50, elementsMax: 20_000 }

function rootOf(source: Uint8Array, name: Name): Element {
  try {
    const root = readXml(source, limits)
    if (root.nameId === name.id) return root
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw unusable(message('metadata_unreadable', { reason: error.message }))
  }
  throw unusable(message('metadata_element_missing', { element: name.local }))
}

/** A publisher's answer about somebody else would be believed of this participant. */
function requireParticipant(parent: Element, participantId: string): void {
  const found = identifierIn(parent, ids.ParticipantIdentifier)
  if (found.toLowerCase() !== `${participants}::${participantId}`.toLowerCase())
    throw unusable(message('metadata_of_another_participant'))
}

function identifierIn(parent: Element, name: Name): string {
  const found = parent.child(name)
  return `${found?.attribute('scheme')?.trim() ?? ''}::${found?.value.trim() ?? ''}`
}

function endpointOf(element: Element): Endpoint {
  const url = element.child(wsa.EndpointReference)?.child(wsa.Address)?.value.trim() ?? ''
  return {
    url: url.slice(0, urlCharactersMax),
    transportProfile: element.attribute('transportProfile')?.trim() ?? '',
    certificate: certificateOf(element.child(smp.Certificate)?.value ?? ''),
    activeFrom: timeOf(element.child(smp.ServiceActivationDate)),
    activeUntil: timeOf(element.child(smp.ServiceExpirationDate)),
  }
}

const urlCharactersMax = 2_000

/** Null for a time that is absent or unreadable. */
function timeOf(element: Element | undefined): number | null {
  const time = Date.parse(element?.value.trim() ?? '')
  return Number.isNaN(time) ? null : time
}

/** Base64 of a DER certificate, sometimes with the lines of PEM around it. */
function certificateOf(text: string): EndpointCertificate | null {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  if (base64 === '') return null
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const [, commonName = null] = /^CN=(.+)$/m.exec(certificate.subject) ?? []
    return {
      commonName,
      validFrom: Date.parse(certificate.validFrom),
      validUntil: Date.parse(certificate.validTo),
      sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    }
  } catch {
    return null
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unusable(reason: Message): LookupFailed {
  return new LookupFailed('unusable', reason)
}

const smp = {
  Certificate: smpName('Certificate'),
  Endpoint: smpName('Endpoint'),
  Process: smpName('Process'),
  ProcessList: smpName('ProcessList'),
  Redirect: smpName('Redirect'),
  ServiceActivationDate: smpName('ServiceActivationDate'),
  ServiceEndpointList: smpName('ServiceEndpointList'),
  ServiceExpirationDate: smpName('ServiceExpirationDate'),
  ServiceGroup: smpName('ServiceGroup'),
  ServiceInformation: smpName('ServiceInformation'),
  ServiceMetadata: smpName('ServiceMetadata'),
  ServiceMetadataReference: smpName('ServiceMetadataReference'),
  ServiceMetadataReferenceCollection: smpName('ServiceMetadataReferenceCollection'),
  SignedServiceMetadata: smpName('SignedServiceMetadata'),
}

const ids = {
  ParticipantIdentifier: idName('ParticipantIdentifier'),
  ProcessIdentifier: idName('ProcessIdentifier'),
}

const wsa = {
  Address: nameOf('http://www.w3.org/2005/08/addressing', 'Address', 'wsa'),
  EndpointReference: nameOf('http://www.w3.org/2005/08/addressing', 'EndpointReference', 'wsa'),
}

function smpName(local: string): Name {
  return nameOf('http://busdox.org/serviceMetadata/publishing/1.0/', local, 'smp')
}

function idName(local: string): Name {
  return nameOf('http://busdox.org/transport/identifiers/1.0/', local, 'ids')
}
