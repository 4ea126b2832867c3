/**
 * The published contracts. A difference between them becomes a member of both entries, read by
 * `versions[call.version]`. Until one is published, both accept and answer the same. A document
 * keeps the version it was created with. Source: docs/contract.md#versions,
 * docs/contract.md#access.
 */
export const versions = {
  '20260101': { status: 'current, stable' },
  '20260507': { status: 'latest' },
} as const

export type ApiVersion = keyof typeof versions

export const versionHeader = 'x-api-version'

/**
 * The contract version of a request: from its header, or the organisation's default. Undefined for
 * an unknown version.
 */
export function versionOf(header: string | undefined, organisationDefault: string): ApiVersion | undefined {
  const requested = header ?? organisationDefault
  return isVersion(requested) ? requested : undefined
}

function isVersion(text: string): text is ApiVersion {
  return Object.hasOwn(versions, text)
}
