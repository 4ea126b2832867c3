import { userInfo } from 'node:os'
import { v7 } from 'uuid'
import type { AuditTarget } from '../store/people/audit.ts'
import { addAuditEntry } from '../store/people/audit.ts'
import type { Store } from '../store/store.ts'

/**
 * Audits a change that a command has made. Its actor is the command line, with the name of the
 * system's user; `action` is the id of the operation that does the same, if there is one.
 */
export async function auditCommand(store: Pick<Store, 'database'>, change: CommandChange): Promise<void> {
  const { orgId, action, target, detail = {} } = change
  const at = Date.now()
  await addAuditEntry(store.database, {
    orgId,
    id: v7(),
    at,
    actor: { kind: 'command_line', id: systemUser(), name: 'command line' },
    action,
    target,
    detail: JSON.stringify(detail),
  })
}

export interface CommandChange {
  readonly orgId: string
  readonly action: string
  readonly target: AuditTarget
  /** Small, and without secrets. */
  readonly detail?: Readonly<Record<string, string | number | boolean | undefined>>
}

/** Some containers run as a user without a name. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
