import type { Text } from '@selfbill/pint-ae/text'
import type { StorableText } from '../../text/packing.ts'
import { handedOver, type Statement, sql } from '../database/database.ts'
import { bytesInParts, columnOf, insertParts, type TextPlace } from '../database/text-parts.ts'

/**
 * Stores an answer for repeated requests and ends the request's mark: part of the transaction of
 * what the request does. Fails at `kept_answer` when the key was answered first.
 */
export function keepAnswer(kept: KeptAnswer | undefined): readonly Statement[] {
  if (kept === undefined) return []
  const { key, mark, answer } = kept
  const after = isAround(answer.body) ? answer.body.after : answer.body
  const place = bodyPlace(key)
  return [
    { ...handedOver(insertAnswer(kept)), ...(kept.onCommit && { onCommit: kept.onCommit }) },
    ...insertParts(place, after),
    deleteMark(key, mark),
  ]
}

/** Deletes an answer that has expired, before its key is used again. */
export function deleteExpired(key: IdempotencyKey, now: number): readonly Statement[] {
  const { orgId, owner, name } = bodyPlace(key)
  const expired = `idempotency_answers where org_id = $1 and key_hash = $2 and created_at <= $3`
  const before = now - answerMs
  return [
    sql(
      `delete from text_parts where org_id = $1 and owner = $2 and name = $4 and exists (select 1 from ${expired})`,
      orgId,
      owner,
      before,
      name,
    ),
    sql(`delete from ${expired}`, orgId, key.hash, before),
  ]
}

/** A body around a sequence reads it from the row that the create has stored before. */
function insertAnswer({ key, answer: { body, ...answer }, now }: KeptAnswer): Statement {
  const values = [
    key.orgId,
    key.hash,
    key.fingerprint,
    answer.status,
    answer.type,
    JSON.stringify(answer.headers ?? {}),
  ]
  const columns = 'key_hash, fingerprint, status, type, headers, created_at, body_bytes, body'
  if (!isAround(body)) {
    return sql(
      `insert into idempotency_answers (org_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8,
       cast($9 as text))`,
      ...values,
      now,
      bytesInParts(body),
      ownCopy(columnOf(body)),
    )
  }
  return sql(
    `insert into idempotency_answers (org_id, ${columns})
     select org_id, cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as text), cast($6 as text),
       cast($7 as bigint), cast($8 as bigint), cast($10 as text) || cast(sequence as text) || cast($9 as text)
     from documents where org_id = $1 and id = $11`,
    ...values,
    now,
    bytesInParts(body.after),
    ownCopy(columnOf(body.after)),
    body.before,
    body.documentId,
  )
}

/** The same bytes are sent to the caller, so the database gets a copy. */
function ownCopy(body: Text): Text {
  return typeof body === 'string' ? body : new Uint8Array(body)
}

/** The answer to a request with an Idempotency-Key, for the transaction of what it does. */
export interface KeptAnswer {
  readonly key: IdempotencyKey
  /** The mark under which the request works. */
  readonly mark: string
  readonly answer: NewAnswer
  /** ms since 1970. */
  readonly now: number
  /** Called when the answer is stored for good. */
  readonly onCommit?: () => void
}

export interface IdempotencyKey {
  readonly orgId: string
  readonly hash: string
  readonly fingerprint: string
}

export interface NewAnswer {
  readonly status: number
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  /** The whole body, or the body around the document_sequence that the transaction assigns. */
  readonly body: StorableText | AroundSequence
}

export interface AroundSequence {
  readonly before: string
  readonly documentId: string
  readonly after: StorableText
}

export function isAround(body: NewAnswer['body']): body is AroundSequence {
  return typeof body === 'object' && 'before' in body
}

export function bodyPlace({ orgId, hash }: IdempotencyKey): TextPlace {
  return { orgId, owner: hash, name: 'body' }
}

export function deleteMark(key: IdempotencyKey, mark: string): Statement {
  return sql(
    'delete from idempotency_marks where org_id = $1 and key_hash = $2 and mark = $3',
    key.orgId,
    key.hash,
    mark,
  )
}

/** How long an answer is kept (docs/contract.md#idempotency-key). */
export const answerMs = 24 * 3_600_000
