import {
  answerEnum,
  answerObject,
  date,
  identifier,
  instantAt,
  optional,
  startOfGulfDay,
  Type,
} from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import { type AuditEntry, actorKinds, auditEntries } from '../../../store/people/audit.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { notBlank } from '../../request/parameters.ts'

// The audit log of an organisation, in pages.

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

const auditList = listBy('audit', 'text')

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
    ...auditList.parameters,
  },
  answers: {
    200: {
      description: 'The entries, newest first',
      type: 'application/json',
      schema: listOf('AuditPage', AuditEntryAnswer),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const filter = {
      from: query.from === undefined ? undefined : startOfGulfDay(query.from),
      to: query.to === undefined ? undefined : startOfGulfDay(query.to) + dayMs,
      actor: query.actor,
      action: query.action,
    }
    const { rows, next } = await auditList.page(
      query,
      (page) => auditEntries(parts.store.database, account.orgId, { ...filter, ...page }),
      ({ id }) => [id],
    )
    return ok({ items: rows.map(answeredEntry), next })
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
