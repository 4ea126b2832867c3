/**
 * The published contracts, one entry each: what differs between them is said here and nowhere else,
 * as a member that both have and that is read by `versions[call.version]`. Until a difference is
 * published, both accept and answer the same. A document keeps the name of the contract it was
 * created by. Source: docs/contract.md#versions, docs/contract.md#access.
 */
export const versions = {
  '20260101': { status: 'current, stable' },
  '20260507': { status: 'latest' },
} as const

export type ApiVersion = keyof typeof versions

export const versionHeader = 'x-api-version'

/**
 * The contract a request is answered by: its header's, or the organisation's default; undefined for
 * an unknown one.
 */
export function versionOf(header: string | undefined, organisationDefault: string): ApiVersion | undefined {
  const asked = header ?? organisationDefault
  return isVersion(asked) ? asked : undefined
}

function isVersion(text: string): text is ApiVersion {
  return Object.hasOwn(versions, text)
}
