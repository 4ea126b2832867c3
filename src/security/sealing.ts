import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts a secret for the database under SECRET_KEY (32 bytes in hexadecimal); without a key
 * returns it unchanged.
 */
export function sealed(text: string, secretKey: string | undefined): string {
  if (secretKey === undefined) return text
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'hex'), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return sealMark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/**
 * Decrypts a secret, or returns it if it was never encrypted. Throws `SecretKeyWrong` when the key
 * is missing or another one.
 */
export function opened(text: string, secretKey: string | undefined): string {
  if (!text.startsWith(sealMark)) return text
  if (secretKey === undefined)
    throw new SecretKeyWrong('the secrets in the database are encrypted: SECRET_KEY must be set')
  const bytes = Buffer.from(text.slice(sealMark.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(secretKey, 'hex'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretKeyWrong('SECRET_KEY is not the one the secrets in the database were encrypted with', { cause })
  }
}

/**
 * Decrypts with SECRET_KEY, or with a former key, which encrypts nothing any more. Throws
 * `SecretKeyWrong` when none of them is the right one.
 */
export function openedWithAny(text: string, { secretKey, formerSecretKeys }: SecretKeys): string {
  const keys = [secretKey, ...formerSecretKeys]
  for (const key of keys.slice(0, -1)) {
    const secret = openedOrUndefined(text, () => key)
    if (secret !== undefined) return secret
  }
  return opened(text, keys.at(-1))
}

/** Undefined when the key is missing or another one; `key` may throw `SecretKeyWrong` too. */
export function openedOrUndefined(text: string, key: () => string | undefined): string | undefined {
  try {
    return opened(text, key())
  } catch (error) {
    if (!(error instanceof SecretKeyWrong)) throw error
    return undefined
  }
}

/** Each key is 32 bytes in hexadecimal. */
export interface SecretKeys {
  readonly secretKey: string | undefined
  readonly formerSecretKeys: readonly string[]
}

/** Whether a text of the database is encrypted. */
export function isSealed(text: string): boolean {
  return text.startsWith(sealMark)
}

/** The secrets in the database are encrypted with another SECRET_KEY. */
export class SecretKeyWrong extends Error {
  override readonly name = 'SecretKeyWrong'
}

const sealMark = 'aes-256-gcm.'
