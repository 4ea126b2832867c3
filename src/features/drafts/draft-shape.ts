import {
  answerEnum,
  answerObject,
  type Family,
  families,
  identifier,
  instant,
  instantAt,
  leaf,
  named,
  namedObject,
  oneOf,
  orNull,
  Problem,
  Type,
  wholeNumber,
} from '@selfbill/pint-ae/document'
import type { JsonValue } from '@selfbill/pint-ae/json'
import { message } from '@selfbill/pint-ae/messages'
import { UnreadableReason, unreadable } from '../../api/answer/unreadable.ts'
import type { Core } from '../feature.ts'
import { jsonIn } from './mask-draft.ts'
import type { StoredDraft } from './stored-drafts.ts'

// What callers send and get of a draft.

export const versionMax = 2 ** 31 - 1

export const DraftRequest = namedObject('DraftRequest', {
  family: named('Family', oneOf(families)),
  business_profile_id: identifier(),
  version: wholeNumber(0, versionMax),
  writer: identifier(),
  content: leaf<string>({ type: 'string', pattern: '^[^\\u0000]*[^ \\t\\r\\n\\u0000][^\\u0000]*$' }, (value, field) =>
    typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
      ? value
      : new Problem(message('must_be_text', { field })),
  ),
})

const draftMembers = {
  draft_id: Type.String({ format: 'uuid' }),
  family: answerEnum('Family', families),
  business_profile_id: Type.String(),
  user_id: Type.String({ format: 'uuid' }),
  user_name: orNull(Type.String()),
  document_number: orNull(Type.String()),
  party_name: orNull(Type.String()),
  version: Type.Integer(),
  created_at: instant(),
  updated_at: instant(),
}

export const AnsweredDraft = answerObject('Draft', {
  ...draftMembers,
  unreadable_reason: Type.Optional(UnreadableReason),
})
export const DraftWithContent = answerObject('DraftWithContent', { ...draftMembers, content: Type.String() })

export function answeredDraft({ secrets }: Pick<Core, 'secrets'>, draft: StoredDraft) {
  const summary = secrets.open(draft.summary)
  const [number, party] = summary === undefined ? [null, null] : summaryIn(summary)
  return {
    draft_id: draft.id,
    family: draft.family,
    business_profile_id: draft.profileId,
    user_id: draft.userId,
    user_name: draft.userName ?? null,
    document_number: number,
    party_name: party,
    version: draft.version,
    created_at: instantAt(draft.createdAt),
    updated_at: instantAt(draft.updatedAt),
    ...(summary === undefined && unreadable),
  }
}

/** What a list shows of a draft, so that it need not open each content. */
export function summaryOf(family: Family, content: string): string {
  const request = jsonIn(content)
  const party = family.startsWith('purchase') ? 'accounting_supplier_party' : 'accounting_customer_party'
  return JSON.stringify([textAt(request, 'document_number'), textAt(memberOf(request, party), 'name')])
}

function summaryIn(text: string): readonly [number: string | null, party: string | null] {
  const parsed: unknown = JSON.parse(text)
  const [number, party]: readonly unknown[] = Array.isArray(parsed) ? parsed : []
  return [typeof number === 'string' ? number : null, typeof party === 'string' ? party : null]
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value instanceof Map ? value.get(name) : undefined
}

function textAt(value: JsonValue | undefined, name: string): string | null {
  const found = memberOf(value, name)
  return typeof found === 'string' && found !== '' ? found.slice(0, summaryCharactersMax) : null
}

const summaryCharactersMax = 200
