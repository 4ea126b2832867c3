import { message } from '@selfbill/pint-ae/messages'
import { participants } from '@selfbill/pint-ae/ubl'
import { fetchMetadata, type MetadataPolicy } from './fetch-metadata.ts'
import { matchingType } from './matching-type.ts'
import type { ProcessEndpoint } from './metadata-documents.ts'
import { type Locator, publisherOf } from './publisher-of.ts'
import {
  type DocumentKind,
  documentKinds,
  type Endpoint,
  LookupFailed,
  type ParticipantRegister,
  type Registration,
  type Service,
} from './register.ts'

/**
 * The register of the Peppol network. The name servers name the metadata publisher (SMP) of a
 * participant; the publisher lists document types, and the endpoints of each. The signatures of
 * the metadata are not checked: nothing is sent by these answers, and the access point looks the
 * receiver up itself, with all checks, before it sends. Source: docs/decisions/0083.
 */
export function peppolRegister(parts: PeppolRegisterParts): ParticipantRegister {
  async function lookUp(participantId: string, signal: AbortSignal): Promise<Registration | undefined> {
    const publisher = await publisherOf(participantId, parts.locator, signal)
    if (publisher === undefined) return undefined
    const base = `${publisher.replace(/\/+$/, '')}/${encoded(`${participants}::${participantId}`)}`
    const group = await fetchMetadata({ url: base, path: '/{participant}', bytesMax: groupBytesMax }, parts, signal)
    // Its former publisher may still stand in the name servers for a day.
    if (group === undefined) return undefined
    const { documentTypesIn } = await import('./metadata-documents.ts')
    const documentTypes = documentTypesIn(group, participantId)
    const registered = new Set(documentTypes)
    const services = documentKinds.map(async (kind): Promise<readonly Service[]> => {
      const documentTypeId = matchingType(kind.docTypeId, registered)
      if (documentTypeId === undefined) return []
      const endpoints = await endpointsOf(`${base}/services/${encoded(documentTypeId)}`, participantId, signal)
      const endpoint = endpointNow(endpoints, kind, parts.now())
      return [{ kind: kind.kind, documentTypeId, processId: kind.processId, endpoint }]
    })
    return { documentTypes, services: (await Promise.all(services)).flat() }
  }

  /** Follows one redirection to another publisher, as the SMP specification asks. */
  async function endpointsOf(url: string, participantId: string, signal: AbortSignal) {
    const first = await metadata(url, participantId, signal)
    if (first?.kind !== 'redirect') return first?.endpoints ?? []
    const second = await metadata(first.url, participantId, signal)
    if (second?.kind === 'redirect') throw new LookupFailed('unusable', message('publisher_redirects_twice'))
    return second?.endpoints ?? []
  }

  async function metadata(url: string, participantId: string, signal: AbortSignal) {
    const order = { url, path: '/{participant}/services/{document_type}', bytesMax: metadataBytesMax }
    const source = await fetchMetadata(order, parts, signal)
    if (source === undefined) return undefined
    const { serviceMetadataIn } = await import('./metadata-documents.ts')
    return serviceMetadataIn(source, participantId)
  }

  return { lookUp }
}

export interface PeppolRegisterParts extends MetadataPolicy {
  readonly locator: Locator
  /** ms since 1970. */
  now(): number
}

/** The only transport that access points of the network use now. */
const as4 = 'peppol-transport-as4-v2_0'
const groupBytesMax = 1_000_000
const metadataBytesMax = 200_000

/** The endpoint that receives documents of a kind at this time; null without one. */
function endpointNow(endpoints: readonly ProcessEndpoint[], { processId }: DocumentKind, now: number): Endpoint | null {
  const found = endpoints.find(
    (endpoint) =>
      endpoint.processId === processId &&
      endpoint.transportProfile === as4 &&
      endpoint.url !== '' &&
      (endpoint.activeFrom ?? now) <= now &&
      (endpoint.activeUntil ?? Number.POSITIVE_INFINITY) > now,
  )
  if (found === undefined) return null
  const { processId: _, ...endpoint } = found
  return endpoint
}

/** Percent-encodes everything but unreserved characters, so also the `*` of a wildcard. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
