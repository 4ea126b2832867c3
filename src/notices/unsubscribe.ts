import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../store/database/database.ts'
import { noticeKey } from '../store/notices/notice-mails.ts'

/** The key that signs unsubscribe tokens, made at its first use. */
export function unsubscribeKey(db: Database): Promise<string> {
  return noticeKey(db, randomBytes(32).toString('base64url'))
}

/** A token that ends the notices of one person without sign-in. It does nothing else. */
export function unsubscribeToken(key: string, { orgId, userId }: Reader): string {
  const reader = Buffer.from(JSON.stringify([orgId, userId])).toString('base64url')
  return `${reader}.${signatureOf(key, reader)}`
}

/** Whose token it is; undefined when we did not make it. */
export function readerOf(key: string, token: string): Reader | undefined {
  const [reader = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(key, reader))
  const given = Buffer.from(signature)
  if (token.split('.').length !== 2 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  const [orgId, userId]: readonly unknown[] = JSON.parse(Buffer.from(reader, 'base64url').toString('utf8'))
  return typeof orgId === 'string' && typeof userId === 'string' ? { orgId, userId } : undefined
}

export interface Reader {
  readonly orgId: string
  readonly userId: string
}

function signatureOf(key: string, reader: string): string {
  return createHmac('sha256', key).update(`unsubscribe ${reader}`).digest('base64url')
}
