import { v7 } from 'uuid'
import { addAuditEntry } from '../../store/people/audit.ts'
import type { Answer } from '../answer/answer.ts'
import { actorOf } from '../identity/actor.ts'
import type { Operation } from '../operation.ts'
import { pathTexts } from '../request/path.ts'
import type { Admission } from './admission.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * Writes the audit entry of an operation that has succeeded. Fails when it cannot be written: the
 * caller then gets an error, and nobody takes a change without an entry for done.
 */
export async function auditChange(
  operation: Operation,
  change: Change,
  answer: Answer,
  parts: AuditParts,
): Promise<void> {
  const { audits } = operation
  if (audits === undefined || 'not' in audits || answer.status >= 300) return
  const { account } = change.admission
  const at = parts.now()
  await addAuditEntry(parts.store.database, {
    orgId: account.orgId,
    id: v7(),
    at,
    actor: actorOf(account),
    action: operation.id,
    target: { kind: audits.target, id: audits.id === undefined ? account.orgId : idIn(audits.id, change, answer) },
    detail: JSON.stringify({
      ...namedMembers(audits.detail ?? [], change.bytes),
      ...namedMembers(audits.answered ?? [], answer.body),
    }),
  })
}

interface AuditParts {
  readonly store: Pick<ServerParts['store'], 'database'>
  readonly now: ServerParts['now']
}

export interface Change {
  readonly admission: Admission
  /** Values by parameter name, from the router. */
  readonly path: unknown
  /** The request's body. */
  readonly bytes: Uint8Array
}

function idIn(name: string, { path }: Change, { body }: Answer): string | undefined {
  const id = pathTexts(path)[name] ?? membersOf(body).get(name)
  return typeof id === 'string' ? id : undefined
}

/** The named members of a body, each short. */
function namedMembers(names: readonly string[], body: string | Uint8Array): Readonly<Record<string, unknown>> {
  const members = names.length === 0 ? new Map<string, unknown>() : membersOf(body)
  return Object.fromEntries(
    names.flatMap((name) => (members.has(name) ? [[name, shortened(members.get(name))] as const] : [])),
  )
}

/** Long values are cut. An address loses its query, where some receivers want a key. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'string') return JSON.stringify(value).length <= charactersMax ? value : '…'
  const bare = URL.canParse(value) && /^https?:/i.test(value) ? value.replace(/[?#].*$/s, '') : value
  return bare.length <= charactersMax ? bare : `${bare.slice(0, charactersMax)}…`
}

/** The members of a JSON object; empty for anything else. */
function membersOf(body: string | Uint8Array): ReadonlyMap<string, unknown> {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  return new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
}

const charactersMax = 300
