/** What the browser keeps in a cookie while a person is at the provider. */
export interface Kept {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
  /** A path of this service. */
  readonly returnTo: string
  /** ms since 1970. */
  readonly until: number
}

/** As text for the cookie. It needs no signature: with a changed one the sign-in fails. */
export function writeKept(kept: Kept): string {
  return Buffer.from(JSON.stringify(kept)).toString('base64url')
}

/** Undefined for anything that `writeKept` did not write. */
export function readKept(text: string): Kept | undefined {
  if (text.length > charactersMax) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return isKept(value) && isLocalPath(value.returnTo) ? value : undefined
  } catch {
    return undefined
  }
}

/** A path of this service; never another host (`//host`, `/\host`). */
export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\')
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const members = new Map<string, unknown>(Object.entries(value))
  const texts = ['state', 'nonce', 'verifier', 'returnTo']
  return texts.every((name) => typeof members.get(name) === 'string') && typeof members.get('until') === 'number'
}

const charactersMax = 4096
