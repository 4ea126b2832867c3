import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { profileOf, requestText, retrieve, type StoredDocument } from '../drafts/calls.ts'
import { jsonIn, valueAt, withoutValue, withValue } from '../drafts/edit-json.ts'
import { gulfDate } from '../drafts/gulf-date.ts'

/** A document as the beginning of another one. */
export interface Copy {
  readonly profileId: string
  readonly request: JsonValue
  readonly number: string
  /** Files are not copied. */
  readonly hadFiles: boolean
}

/**
 * A copy is issued today and due as many days later as the document was. It has no number yet.
 * Undefined for a credit note by reference, whose request names lines of its invoice only.
 */
export async function copyOf(call: Call, family: Family, id: string): Promise<Copy | undefined> {
  const document = await retrieve(call.api, family, id)
  const kept = jsonIn(await requestText(call.api, family, id))
  if (!(kept instanceof Map) || !kept.has('document_lines')) return undefined
  const withoutOwn = withoutValue(withoutValue(kept, ['document_number']), ['attachments'])
  return {
    profileId: profileOf(family, document),
    request: dated(withoutOwn, document, call.now),
    number: document.document_number,
    hadFiles: kept.has('attachments'),
  }
}

function dated(request: JsonValue, { issue_date: issued }: StoredDocument, now: number): JsonValue {
  const today = gulfDate(now)
  const copied = withoutValue(withValue(request, ['issue_date'], today), ['issue_time'])
  const due = valueAt(request, ['due_date'])
  if (typeof due !== 'string' || Number.isNaN(Date.parse(due))) return copied
  const later = new Date(Date.parse(today) + Date.parse(due) - Date.parse(issued))
  return withValue(copied, ['due_date'], later.toISOString().slice(0, 10))
}
