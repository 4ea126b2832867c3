/**
 * Secrets that a rotation has replaced and that stay valid until the time promised then. The last
 * one has columns of its own; those before it are a JSON list in a column. Source:
 * docs/decisions/0115.
 */
export interface FormerSecret {
  /** As stored: a hash, or encrypted. */
  readonly secret: string
  /** ms since 1970. */
  readonly until: number
}

export function readOlderSecrets(column: string | undefined): readonly FormerSecret[] {
  return column === undefined ? [] : JSON.parse(column)
}

/** Null without any: most rows have none. */
export function writeOlderSecrets(secrets: readonly FormerSecret[]): string | null {
  return secrets.length === 0 ? null : JSON.stringify(secrets)
}

/** Those that are still valid. */
export function stillValid(secrets: readonly FormerSecret[], now: number): readonly FormerSecret[] {
  return secrets.filter(({ until }) => until > now)
}

/** Former secrets that may be valid at once beside the current one. */
export const formerSecretsMax = 4

/**
 * A rotation would exceed `formerSecretsMax`. None of the promises is broken: the caller waits, or
 * ends all former secrets.
 */
export class FormerSecretsFull extends Error {
  override readonly name = 'FormerSecretsFull'
  /** ms since 1970: when the next of them ends. */
  readonly until: number

  constructor(former: readonly FormerSecret[]) {
    super(`${former.length} former secrets are still valid`)
    this.until = Math.min(...former.map(({ until }) => until))
  }
}
