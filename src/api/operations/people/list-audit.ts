import {
  answerEnum,
  answerObject,
  date,
  identifier,
  instantAt,
  optional,
  orNull,
  startOfGulfDay,
  Type,
} from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import { type AuditEntry, actorKinds, auditEntries } from '../../../store/people/audit.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { anyText, notBlank, wholeNumber } from '../../request/parameters.ts'

// The audit log of an organisation, in pages.

const defaultLimit = 50

const AuditEntryAnswer = answerObject('AuditEntry', {
  id: Type.String({ format: 'uuid' }),
  at: Type.String({ format: 'date-time' }),
  actor: answerObject('AuditActor', {
    kind: answerEnum('ActorKind', actorKinds, 'issuer: an account of a trusted issuer'),
    id: Type.String(),
    name: Type.Optional(Type.String()),
  }),
  action: Type.String(),
  target: answerObject('AuditTarget', {
    kind: Type.String(),
    id: Type.Optional(Type.String()),
  }),
  detail: Type.Record(Type.String(), Type.Unknown()),
})

const AuditPage = answerObject('AuditPage', {
  entries: Type.Array(AuditEntryAnswer),
  next: orNull(Type.String()),
})

/** Who changed what in the caller's organisation. Source: docs/decisions/0068. */
export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  summary: 'List who changed what in your organisation, newest first',
  description:
    'Changes of users, clients, keys, webhooks, business profiles and settings, and who signed in. Entries are kept ' +
    'for five years, and nobody can change them. Documents have logs of their own.',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: {
    from: optional(notBlank(date())),
    to: optional(notBlank(date())),
    actor: optional(notBlank(identifier())),
    action: optional(notBlank(identifier())),
    before: optional(notBlank(anyText())),
    limit: optional(notBlank(wholeNumber({ min: 1, max: 100, default: defaultLimit }))),
  },
  answers: {
    200: {
      description: 'The entries, newest first',
      type: 'application/json',
      schema: AuditPage,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { from, to, actor, action, before, limit = defaultLimit } = query
    // One more than asked for, to see whether there are more.
    const found = await auditEntries(parts.store.database, account.orgId, {
      before,
      from: from === undefined ? undefined : startOfGulfDay(from),
      to: to === undefined ? undefined : startOfGulfDay(to) + dayMs,
      actor,
      action,
      limit: limit + 1,
    })
    const shown = found.slice(0, limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    return ok({ entries: shown.map(answeredEntry), next: last?.id ?? null })
  },
})

function answeredEntry({ id, at, actor, action, target, detail }: AuditEntry) {
  return {
    id,
    at: instantAt(at),
    actor: { kind: actor.kind, id: actor.id, ...(actor.name !== undefined && { name: actor.name }) },
    action,
    target: { kind: target.kind, ...(target.id !== undefined && { id: target.id }) },
    detail: new RawJson(detail),
  }
}

const dayMs = 24 * 3_600_000
