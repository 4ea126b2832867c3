import { text, word } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

/** Which documents of people wait for a second person, and who that may be. */
export interface ApprovalRule {
  /** In AED with VAT: `1000.00`. Documents in another currency always wait. */
  readonly amountFrom: string
  /** The least role of a person who approves. */
  readonly approvers: Approvers
}

export const approverRoles = ['clerk', 'admin'] as const
export type Approvers = (typeof approverRoles)[number]

/** Undefined: nothing waits. */
export async function findApprovalRule(db: Database, orgId: string): Promise<ApprovalRule | undefined> {
  const [row] = await db.query(sql('select amount_from, approvers from approval_rules where org_id = $1', orgId))
  return row && { amountFrom: text(row, 'amount_from'), approvers: word(row, 'approvers', approverRoles) }
}

/** `kept` as in `keepAnswer`. */
export async function setApprovalRule(
  db: Database,
  orgId: string,
  rule: ApprovalRule,
  at: number,
  kept?: KeptAnswer,
): Promise<void> {
  await db.transaction([
    sql(
      `insert into approval_rules (org_id, amount_from, approvers, changed_at) values ($1, $2, $3, $4)
       on conflict (org_id) do update set amount_from = excluded.amount_from, approvers = excluded.approvers,
         changed_at = excluded.changed_at`,
      orgId,
      rule.amountFrom,
      rule.approvers,
      at,
    ),
    ...keepAnswer(kept),
  ])
}

/** `kept` as in `keepAnswer`. */
export async function removeApprovalRule(db: Database, orgId: string, kept?: KeptAnswer): Promise<void> {
  await db.transaction([sql('delete from approval_rules where org_id = $1', orgId), ...keepAnswer(kept)])
}
