import type { Database, Row } from './database.ts'
import { sql } from './database.ts'
import type { LegState } from './legs.ts'
import { legState, newMark, stateColumns } from './legs.ts'

/**
 * Takes up to `limit` due legs for `owner`, the longest due first: they are SENDING from now on, and nobody else's until
 * the lease ends. Instances that claim at once skip each other's rows. The first attempt of a leg enters the log here,
 * before anything leaves.
 */
export async function claimLegs(db: Database, claim: Claim): Promise<readonly ClaimedLeg[]> {
  const mark = newMark()
  const results = await db.transaction([
    sql(
      `with due as (
         select org_id, transmission_uuid from legs where next_attempt_at <= $1
         order by next_attempt_at limit $2 ${db.dialect.skipLocked})
       update legs set status = 'SENDING', attempts = attempts + 1, next_attempt_at = null,
         lease_owner = $3, lease_until = $4, mark = $5, updated_at = $1
       from due where legs.org_id = due.org_id and legs.transmission_uuid = due.transmission_uuid`,
      claim.now,
      claim.limit,
      claim.owner,
      claim.now + claim.leaseMs,
      mark,
    ),
    sql(
      `insert into events (org_id, document_id, transmission_uuid, event, message, at)
       select org_id, document_id, transmission_uuid, 'SUBMITTED_TO_' || corner,
         'Handed over for transmission', cast($1 as bigint)
       from legs where lease_owner = $2 and lease_until = $3 and mark = $4 and attempts = 1`,
      claim.now,
      claim.owner,
      claim.now + claim.leaseMs,
      mark,
    ),
    sql(
      `select ${stateColumns}, sender_id, receiver_id, doc_type_id, process_id, country, coalesce(
         (select document_xml from leg_documents t
           where t.org_id = legs.org_id and t.transmission_uuid = legs.transmission_uuid),
         (select ubl from revisions r
           where r.org_id = legs.org_id and r.document_id = legs.document_id and r.revision = legs.revision)) as document_xml
       from legs where lease_owner = $1 and lease_until = $2 and mark = $3`,
      claim.owner,
      claim.now + claim.leaseMs,
      mark,
    ),
  ])
  return (results[2] ?? []).map(claimedLeg)
}

export interface Claim {
  readonly owner: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
}

/** A leg in hand, with what is sent: the tax data document on C5, the document itself on C3. */
export interface ClaimedLeg extends LegState {
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  readonly documentXml: string
}

/** Legs whose owner has let the lease end without a word, the oldest first. */
export async function lapsedLegs(db: Database, now: number, limit: number): Promise<readonly LegState[]> {
  const text = `select ${stateColumns} from legs where lease_until <= $1 order by lease_until limit $2`
  return (await db.query(sql(text, now, limit))).map(legState)
}

/** Legs that `owner` holds. */
export async function legsHeldBy(db: Database, owner: string): Promise<readonly LegState[]> {
  const text = `select ${stateColumns} from legs where lease_until is not null and lease_owner = $1`
  return (await db.query(sql(text, owner))).map(legState)
}

function claimedLeg(row: Row): ClaimedLeg {
  return {
    ...legState(row),
    senderId: String(row.sender_id),
    receiverId: String(row.receiver_id),
    docTypeId: String(row.doc_type_id),
    processId: String(row.process_id),
    country: String(row.country),
    documentXml: String(row.document_xml),
  }
}
