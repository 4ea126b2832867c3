import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../store/database/database.ts'
import { storedMailKey } from '../store/people/mail-key.ts'

/** The key that signs the links of e-mails, made at its first use. */
export function mailKey(db: Database): Promise<string> {
  return storedMailKey(db, randomBytes(32).toString('base64url'))
}

/** Texts in an address, signed for one purpose: a link for one thing does nothing else. */
export function mailToken(key: string, purpose: string, texts: readonly string[]): string {
  const content = Buffer.from(JSON.stringify(texts)).toString('base64url')
  return `${content}.${signatureOf(key, purpose, content)}`
}

/** The texts; undefined when we did not sign them for this purpose. */
export function textsOf(key: string, purpose: string, token: string): readonly string[] | undefined {
  const [content = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(key, purpose, content))
  const given = Buffer.from(signature)
  if (token.split('.').length !== 2 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  const texts: unknown = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'))
  return Array.isArray(texts) ? texts.map(String) : undefined
}

function signatureOf(key: string, purpose: string, content: string): string {
  return createHmac('sha256', key).update(`${purpose} ${content}`).digest('base64url')
}
