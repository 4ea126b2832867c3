import { packTogether } from '../../text/frames.ts'
import { type StorableText, wholeBytesMax } from '../../text/packing.ts'
import { packRevision } from '../../text/revision-frame.ts'
import { blobBytesMin } from '../blobs/blob-database.ts'
import { failedConstraint } from '../constraints.ts'
import { bytes as bytesIn, integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertRevisionParts, type RevisionKey, revisionLengths } from '../documents/revision-texts.ts'
import { storedStatus } from '../legs/stored-status.ts'

/**
 * Packs texts of documents from before texts were packed: revisions with their reports, reports
 * that were made later, and statuses. Readers find the same bytes before and afterwards. Long
 * texts, and those in the object store, stay where they are.
 */
export async function packOlderTexts(db: Database, orgId: string): Promise<PackedPage> {
  const last = await progressOf(db, orgId)
  const rows = await db.query(
    sql(
      `select document_id, revision, case when packed is null then 1 else 0 end as is_older from revisions
       where org_id = $1 and (document_id, revision) > ($2, $3) order by document_id, revision limit ${pageRevisions}`,
      orgId,
      last.documentId,
      last.revision,
    ),
  )
  const page = rows.map((row) => ({
    orgId,
    documentId: text(row, 'document_id'),
    revision: integer(row, 'revision'),
    isOlder: integer(row, 'is_older') === 1,
  }))
  const older = page.filter(({ isOlder }) => isOlder)
  let packed = 0
  for (let at = 0; at < older.length; at += togetherMax) {
    const done = await Promise.all(older.slice(at, at + togetherMax).map((key) => packOlderRevision(db, key)))
    packed += done.filter((isPacked) => isPacked).length
  }
  const isDone = rows.length < pageRevisions
  await noteProgress(db, orgId, page.at(-1) ?? last, isDone)
  return { packed, isDone }
}

export interface PackedPage {
  readonly packed: number
  /** The organisation has no more older texts. */
  readonly isDone: boolean
}

/** Of these organisations, those whose older texts are not all packed. */
export async function withOlderTexts(db: Database, organisations: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query(
    acrossOrganisations('packing of older texts', sql('select org_id from text_packing where done = 1')),
  )
  const done = new Set(rows.map((row) => text(row, 'org_id')))
  return organisations.filter((orgId) => !done.has(orgId))
}

async function progressOf(db: Database, orgId: string): Promise<Pick<RevisionKey, 'documentId' | 'revision'>> {
  const [row] = await db.query(sql('select document_id, revision from text_packing where org_id = $1', orgId))
  return row === undefined
    ? { documentId: '', revision: 0 }
    : { documentId: text(row, 'document_id'), revision: integer(row, 'revision') }
}

async function noteProgress(
  db: Database,
  orgId: string,
  { documentId, revision }: Pick<RevisionKey, 'documentId' | 'revision'>,
  isDone: boolean,
): Promise<void> {
  await db.query(
    sql(
      `insert into text_packing (org_id, document_id, revision, done) values ($1, $2, $3, $4)
       on conflict (org_id) do update set document_id = excluded.document_id, revision = excluded.revision,
         done = excluded.done`,
      orgId,
      documentId,
      revision,
      Number(isDone),
    ),
  )
}

/** All of it or nothing. False if nothing was packed: another instance, or a removal, was first. */
async function packOlderRevision(db: Database, key: RevisionKey): Promise<boolean> {
  const [row] = await db.query(selectTexts(key))
  if (row === undefined) return false
  const legs = await db.query(selectLegs(key))
  const statements = [...packTexts(db, key, row, legs), ...legs.flatMap((leg) => packLeg(key, leg))]
  if (statements.length === 0) return false
  try {
    await db.transaction([...lockDocument(db, key.orgId, key.documentId), ...statements])
    return true
  } catch (error) {
    if (failedConstraint(error) === 'packable') return false
    throw error
  }
}

function selectTexts({ orgId, documentId, revision }: RevisionKey): Statement {
  return sql(
    `select request, request_bytes, answer, answer_bytes, ubl, ubl_bytes, findings, findings_bytes
     from revisions where org_id = $1 and document_id = $2 and revision = $3 and packed is null`,
    orgId,
    documentId,
    revision,
  )
}

/** The legs of a revision, with their short reports and statuses. */
function selectLegs({ orgId, documentId, revision }: RevisionKey): Statement {
  return sql(
    `select l.transmission_uuid, l.corner, l.report, t.document_xml,
       case when octet_length(s.envelope) <= ${wholeBytesMax} then s.envelope end as envelope
     from legs l
       left join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
         and t.packed is null and t.document_xml_bytes is null
       left join leg_statuses s on s.org_id = l.org_id and s.transmission_uuid = l.transmission_uuid
     where l.org_id = $1 and l.document_id = $2 and l.revision = $3`,
    orgId,
    documentId,
    revision,
  )
}

/** Packs the short texts of a revision with the report that came with it. */
function packTexts(db: Database, key: RevisionKey, row: Row, legs: readonly Row[]): readonly Statement[] {
  const { orgId, documentId, revision } = key
  const reported = legs.find((leg) => leg.report === null && leg.document_xml !== null)
  const texts = {
    request: olderText(row, 'request'),
    answer: olderText(row, 'answer'),
    ubl: olderText(row, 'ubl'),
    findings: olderText(row, 'findings'),
    report: reported === undefined ? null : text(reported, 'document_xml'),
  }
  const bytes = Object.values(texts).reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0)
  if (bytes < worthBytesMin) return []
  const made = packRevision(texts)
  const isBodyApart = db.blobs !== undefined && made.packed.frame.length > blobBytesMin
  const stored = { ...made.texts, packed: { ...made.packed, isBodyApart }, orgId, id: documentId }
  return [
    sql(
      // Fails at `packable` when another instance has packed the texts, or a removal took them.
      `update revisions set request = case when request is not null then '' end, answer = '', findings = '',
         ubl = case when packed is null and exists (select 1 from documents d
           where d.org_id = $1 and d.id = $2 and d.removed_at is null) then '' end,
         request_bytes = case when request is not null then cast($4 as bigint) end, answer_bytes = $5, ubl_bytes = $6,
         findings_bytes = $7, packed = $8, report_bytes = $9
       where org_id = $1 and document_id = $2 and revision = $3`,
      orgId,
      documentId,
      revision,
      ...revisionLengths(stored),
    ),
    ...insertRevisionParts(stored, revision),
    ...(reported === undefined ? [] : [deleteReport(orgId, text(reported, 'transmission_uuid'))]),
  ]
}

/** A text in its column; of one in parts, or of none, nothing is packed. */
function olderText(row: Row, column: string): StorableText {
  const bytes = optionalInteger(row, `${column}_bytes`)
  const whole = optionalText(row, column)
  return bytes === undefined && whole !== undefined ? whole : { bytes: bytes ?? 0, parts: [] }
}

function deleteReport(orgId: string, transmissionUuid: string): Statement {
  return sql('delete from leg_documents where org_id = $1 and transmission_uuid = $2', orgId, transmissionUuid)
}

/** Packs a report that was made later than its revision, and the status that decided the leg. */
function packLeg({ orgId }: RevisionKey, leg: Row): readonly Statement[] {
  const uuid = text(leg, 'transmission_uuid')
  const report = leg.report === null ? undefined : optionalText(leg, 'document_xml')
  const envelope = leg.envelope === null ? undefined : bytesIn(leg, 'envelope')
  return [
    ...(report === undefined ? [] : [packReport(orgId, uuid, report)]),
    ...(envelope !== undefined && storedStatus(envelope).kind === 'plain' ? [packStatus(orgId, uuid, envelope)] : []),
  ]
}

function packReport(orgId: string, uuid: string, report: string): Statement {
  return sql(
    `update leg_documents set document_xml = '', document_xml_bytes = $3, packed = $4
     where org_id = $1 and transmission_uuid = $2 and packed is null`,
    orgId,
    uuid,
    Buffer.byteLength(report),
    packTogether([report], 'documents'),
  )
}

/** Two instances write the same bytes. */
function packStatus(orgId: string, uuid: string, envelope: Uint8Array): Statement {
  return sql(
    'update leg_statuses set envelope = $3 where org_id = $1 and transmission_uuid = $2',
    orgId,
    uuid,
    packTogether([envelope], 'statuses'),
  )
}

/** A few milliseconds each. */
const pageRevisions = 50
/** At the same time: SQLite commits them together. */
const togetherMax = 8
/** In characters; of fewer, a frame saves nothing. */
const worthBytesMin = 1024
