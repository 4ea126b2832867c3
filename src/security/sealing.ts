import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * A secret as the database keeps it: encrypted when the service has a SECRET_KEY (32 bytes in
 * hexadecimal), as it is when not.
 */
export function sealed(text: string, secretKey: string | undefined): string {
  if (secretKey === undefined) return text
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'hex'), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return sealMark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/**
 * What was sealed; throws `SecretKeyWrong` when the key is missing or another. What was never
 * encrypted is as it is.
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

/** The secrets in the database are sealed with another SECRET_KEY than the service was given. */
export class SecretKeyWrong extends Error {
  override readonly name = 'SecretKeyWrong'
}

const sealMark = 'aes-256-gcm.'
