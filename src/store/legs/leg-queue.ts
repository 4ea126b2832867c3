import { text } from '../database/columns.ts'
import type { Database, Row, Statement, Value } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { type StoredText, textColumn } from '../database/stored-text.ts'
import { lockDocumentsOf } from '../documents/lock-document.ts'
import { nextEntryIdAmong } from '../log/new-entries.ts'
import { successMessages, unlessSent } from '../log/success-messages.ts'
import { legDocumentIn } from './leg-document.ts'
import { nextTurns, type Turns } from './leg-turns.ts'
import type { LegState } from './legs.ts'
import { legState, newMark, stateColumns } from './legs.ts'

/**
 * Claims up to `limit` due legs of an access point for `owner`: they become SENDING, and no other
 * worker takes them until the lease ends. The organisations whose turn it is get equal shares,
 * their longest due legs first; the remaining slots go to the longest due legs of all. So a
 * million legs of one organisation cannot delay others, and no slot stays empty. Instances that
 * claim at once skip each other's rows. The first attempt of a leg is logged here, before anything
 * is sent. A leg due before `doubtBefore` may have been sent without this database knowing: it is
 * in doubt from here on.
 */
export async function claimLegs(db: Database, claim: Claim): Promise<Claimed> {
  const { due, last } = claim.turns
  const served = due.slice(0, Math.min(claim.limit, servedMax))
  const share = Math.max(1, Math.floor(claim.limit / (served.length + 1)))
  const mark = newMark()
  const held = [claim.owner, claim.now + claim.leaseMs, mark] as const
  const transaction = db.transaction([
    ...(served.length === 0 ? [] : [takeShares(db, claim, mark, share, served)]),
    takeRest(db, claim, mark),
    ...lockDocumentsOf(db, firstAttempts, ...held),
    acrossOrganisations(
      'the worker serves all organisations',
      sql(
        `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryIdAmong('l')}, l.transmission_uuid, 'SUBMITTED_TO_' || l.corner,
         coalesce('Report ' || l.report || ': ', '') || cast($5 as text)
           || case l.in_doubt when 1 then cast($6 as text) else '' end, cast($4 as bigint)
       from legs l where ${firstAttempts}`,
        ...held,
        claim.now,
        successMessages.SUBMITTED_TO(),
        unlessSent,
      ),
    ),
    acrossOrganisations(
      'the worker serves all organisations',
      sql(
        `select l.*, ${textColumn('t.', 'document_xml')}, ${textColumn('r.', 'ubl')} from legs l
         left join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
         left join revisions r on t.org_id is null
           and r.org_id = l.org_id and r.document_id = l.document_id and r.revision = l.revision
       where l.lease_owner = $1 and l.lease_until = $2 and l.mark = $3`,
        ...held,
      ),
    ),
  ])
  const after = served.length < due.length ? (served.at(-1) ?? last) : last
  const [results, turns] = await Promise.all([
    transaction,
    nextTurns(db, { after, now: claim.now, accessPoint: claim.accessPoint }),
  ])
  return { legs: (results.at(-1) ?? []).map((row) => claimedLeg(db, row)), turns }
}

/** The legs `l` of this claim that were never sent. */
const firstAttempts = 'l.lease_owner = $1 and l.lease_until = $2 and l.mark = $3 and l.attempts = 1'

export interface Claim {
  readonly owner: string
  /** Only its own legs. */
  readonly accessPoint: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
  /** Legs due before this instant, ms since 1970, are asked about before they are sent. */
  readonly doubtBefore: number
  /** From the previous claim; `noTurns` at first. Each worker has its own turns. */
  readonly turns: Turns
}

export interface Claimed {
  /** Fewer than `limit` when no more are due. */
  readonly legs: readonly ClaimedLeg[]
  /** For the next claim; read at the same time as this one, so that no claim waits for it. */
  readonly turns: Turns
}

/**
 * A claimed leg with its document: the tax data document on C5, the UBL on C3. A long one is read
 * when it is sent.
 */
export interface ClaimedLeg extends LegState {
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  readonly document: Pick<StoredText, 'whole' | 'bytes' | 'pieces'>
}

/** Legs whose lease ended without an outcome, oldest first. */
export async function lapsedLegs(db: Database, now: number, limit: number): Promise<readonly LegState[]> {
  const text = `select ${stateColumns} from legs where lease_until <= $1 order by lease_until limit $2`
  return (await db.query(acrossOrganisations('the worker serves all organisations', sql(text, now, limit)))).map(
    legState,
  )
}

/** Legs that `owner` holds. */
export async function legsHeldBy(db: Database, owner: string): Promise<readonly LegState[]> {
  const text = `select ${stateColumns} from legs where lease_until is not null and lease_owner = $1`
  return (await db.query(acrossOrganisations('the worker serves all organisations', sql(text, owner)))).map(legState)
}

/** How many organisations get a turn in one claim. */
const servedMax = 4

/** The longest due legs of each of `orgIds`, at most `share` each. */
function takeShares(db: Database, claim: Claim, mark: string, share: number, orgIds: readonly string[]): Statement {
  const shares = orgIds.map((_, at) => {
    const id = `$${at + 8}`
    // Not `=`: with both columns in the order, the planner must use the index by organisation.
    return due(db, `org_id >= ${id} and org_id <= ${id}`, 'org_id, next_attempt_at', '$6')
  })
  const parts = shares.map((text, at) => `share_${at} as (${text})`).join(', ')
  const all = shares.map((_, at) => `select * from share_${at}`).join(' union all ')
  return acrossOrganisations(
    'the worker serves all organisations',
    sql(`with ${parts} ${take(all)}`, ...takeValues(claim, mark), share, claim.accessPoint, ...orgIds),
  )
}

/** The longest due legs of all, up to the limit that shares and rest have together. */
function takeRest(db: Database, claim: Claim, mark: string): Statement {
  const left = `$6 - (select count(*) from legs taken
    where taken.lease_owner = $2 and taken.lease_until = $3 and taken.mark = $4)`
  // The second limit is for the planner, which does not know the first.
  const rest = `with rest as (${due(db, 'true', 'next_attempt_at', left)}) ${take('select * from rest limit $6')}`
  return acrossOrganisations(
    'the worker serves all organisations',
    sql(rest, ...takeValues(claim, mark), claim.limit, claim.accessPoint),
  )
}

function due(db: Database, whose: string, order: string, limit: string): string {
  return `select org_id, transmission_uuid from legs where ${whose} and access_point = $7 and next_attempt_at <= $1
    order by ${order} limit ${limit} ${db.dialect.skipLocked}`
}

function take(due: string): string {
  return `update legs set status = 'SENDING', attempts = attempts + 1, next_attempt_at = null,
      in_doubt = case when next_attempt_at < $5 then 1 else in_doubt end,
      lease_owner = $2, lease_until = $3, mark = $4, updated_at = $1
    from (${due}) as due where legs.org_id = due.org_id and legs.transmission_uuid = due.transmission_uuid`
}

/** `$1` to `$5`. */
function takeValues(claim: Claim, mark: string): readonly Value[] {
  return [claim.now, claim.owner, claim.now + claim.leaseMs, mark, claim.doubtBefore]
}

function claimedLeg(db: Database, row: Row): ClaimedLeg {
  const state = legState(row)
  return {
    ...state,
    senderId: text(row, 'sender_id'),
    receiverId: text(row, 'receiver_id'),
    docTypeId: text(row, 'doc_type_id'),
    processId: text(row, 'process_id'),
    country: text(row, 'country'),
    document: legDocumentIn(db, row, state),
  }
}
