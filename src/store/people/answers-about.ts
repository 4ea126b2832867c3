import { type Statement, sql } from '../database/database.ts'
import { isNameOfOne, type Signature } from './signed-columns.ts'

// The answers that are kept for a day for repeated requests, where they name a person. Answers with
// documents are left as they are: they repeat the organisation's books.

/** Those with this name of the person. */
export function answersNaming({ orgId, userId, name }: Signature): Statement {
  return sql(
    `select created_at, status from idempotency_answers
     where org_id = $1 and ${hasText('$4')} and ${isTheirs} order by created_at`,
    orgId,
    userId,
    name,
    JSON.stringify(name),
  )
}

/** Puts another name there. */
export function renameInAnswers({ orgId, userId, name }: Signature, by: string): Statement {
  return sql(
    `update idempotency_answers set body = replace(body, $4, $5)
     where org_id = $1 and ${hasText('$4')} and ${isTheirs}`,
    orgId,
    userId,
    name,
    JSON.stringify(name),
    JSON.stringify(by),
  )
}

/** An address belongs to one person. */
export function removeAddressInAnswers(orgId: string, email: string): Statement {
  return sql(
    `update idempotency_answers set body = replace(body, $2, 'null') where org_id = $1 and ${hasText('$2')}`,
    orgId,
    JSON.stringify(email),
  )
}

/** Answers about drafts of the person: they show the other party as it was typed. */
export function deleteDraftAnswers(orgId: string, userId: string): Statement {
  return sql(
    `delete from idempotency_answers where org_id = $1 and body_bytes is null and body like '{"draft_id":"%'
       and body like '%"user_id":"' || cast($2 as text) || '"%'`,
    orgId,
    userId,
  )
}

function hasText(place: string): string {
  return `body_bytes is null and replace(body, ${place}, '') <> body and body not like '%"document_lines":%'`
}

const isTheirs = `(body like '%"' || cast($2 as text) || '"%' or ${isNameOfOne})`
