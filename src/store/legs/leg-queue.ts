import { integer, text } from '../database/columns.ts'
import type { Database, Row, Statement } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { ofOneOrAll } from '../database/organisation.ts'
import type { StoredText } from '../database/stored-text.ts'
import { lockDocumentsOf } from '../documents/lock-document.ts'
import { nextEntryIdAmong } from '../log/new-entries.ts'
import { successMessages, unlessSent } from '../log/success-messages.ts'
import { newMark } from '../new-mark.ts'
import type { OrganisationLook } from '../organisation-look.ts'
import { claimText, lapsedRows, lease, type Queue } from '../queue.ts'
import { joinLegDocument, legDocumentColumns, legDocumentIn, sharingFrames } from './leg-document.ts'
import type { LegState } from './legs.ts'
import { legState, stateColumns } from './legs.ts'

/**
 * Claims up to `limit` due legs of an organisation at an access point for `owner`, longest due
 * first: they become SENDING, and no other worker takes them until the lease ends. Instances that
 * claim at once skip each other's rows. The first attempt of a leg is logged here, before anything
 * is sent. A leg due before `doubtBefore` may have been sent without this database knowing: it is
 * in doubt from here on. Fewer than `limit` when no more are due.
 */
export async function claimLegs(db: Database, claim: Claim): Promise<readonly DueLeg[]> {
  const mark = newMark()
  const { noIndex, server } = db.dialect
  const held = [claim.orgId, claim.owner, claim.now + claim.leaseMs, mark] as const
  const results = await db.transaction([
    takeDue(db, claim, mark),
    ...lockDocumentsOf(db, firstAttempts, ...held),
    sql(
      `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryIdAmong('l')}, l.transmission_uuid, 'SUBMITTED_TO_' || l.corner,
         coalesce('Report ' || l.report || ': ', '') || cast($6 as text)
           || case when l.in_doubt = 1 then cast($7 as text) else '' end, cast($5 as bigint)
       from legs l where ${noIndex}l.org_id = $1 and ${firstAttempts}`,
      ...held,
      claim.now,
      successMessages.SUBMITTED_TO(),
      unlessSent,
    ),
    sql(
      `select l.*, ${legDocumentColumns}, ${server} as server from legs l
         ${joinLegDocument}
       where ${noIndex}l.org_id = $1 and l.lease_owner = $2 and l.lease_until = $3 and l.mark = $4`,
      ...held,
    ),
  ])
  return sharingFrames(results.at(-1) ?? []).map((row) => ({
    ...claimedLeg(db, row),
    dueAt: integer(row, 'claimed_due_at'),
    server: text(row, 'server'),
  }))
}

/** The legs `l` of this claim that were never sent. */
const firstAttempts = 'l.lease_owner = $2 and l.lease_until = $3 and l.mark = $4 and l.attempts = 1'

export interface Claim {
  readonly orgId: string
  readonly owner: string
  /** Only its own legs. */
  readonly accessPoint: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
  /** Legs due before this instant, ms since 1970, are asked about before they are sent. */
  readonly doubtBefore: number
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
  readonly document: Pick<StoredText, 'isLong' | 'bytes' | 'pieces'>
}

/** A leg as it was claimed. */
export interface DueLeg extends ClaimedLeg {
  /** Since when it was due, ms since 1970. */
  readonly dueAt: number
  /** The server of the database that has it: see `Dialect`. */
  readonly server: string
}

/** Legs whose lease ended without an outcome, oldest first. */
export async function lapsedLegs(look: OrganisationLook, now: number, limit: number): Promise<readonly LegState[]> {
  return (await lapsedRows(look, queue, { name: 'lapsed legs', columns: stateColumns, now, limit })).map(legState)
}

/** Legs that `owner` holds. */
export async function legsHeldBy(look: OrganisationLook, owner: string): Promise<readonly LegState[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'held legs',
      (own) => `select ${stateColumns} from legs where ${own}lease_until is not null and lease_owner = $1`,
      owner,
    ),
  )
  return rows.map(legState)
}

const queue: Queue = { table: 'legs', within: { org_id: '$1' }, key: 'transmission_uuid', due: 'next_attempt_at' }

function takeDue(db: Database, claim: Claim, mark: string): Statement {
  return sql(
    claimText(queue, db.dialect, {
      also: ['access_point = $2'],
      now: '$3',
      limit: claim.limit,
      set: `status = 'SENDING', attempts = attempts + 1, next_attempt_at = null, claimed_due_at = next_attempt_at,
        in_doubt = case when next_attempt_at < $7 then 1 else in_doubt end,
        absent_mark = case when absent_mark = mark then $6 end,
        ${lease('$4', '$5')}, mark = $6, updated_at = $3`,
    }),
    claim.orgId,
    claim.accessPoint,
    claim.now,
    claim.owner,
    claim.now + claim.leaseMs,
    mark,
    claim.doubtBefore,
  )
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
