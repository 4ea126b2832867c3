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

/** The secrets in the database are encrypted with another SECRET_KEY. */
export class SecretKeyWrong extends Error {
  override readonly name = 'SecretKeyWrong'
}

const sealMark = 'aes-256-gcm.'
