import { type Family, families } from '@selfbill/pint-ae/document'
import type { Author } from '../../application/ask-for-approval.ts'
import { type DateOrder, dateOrders } from '../../document-files/cell-dates.ts'
import { failedConstraint } from '../../store/constraints.ts'
import { flag, integer, optionalInteger, optionalText, optionalWord, text, word } from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { ofOneOrAll } from '../../store/database/organisation.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { claimText, type Queue } from '../../store/queue.ts'
import {
  type Choices,
  type IssueOutcome,
  joinedDocument,
  outcomeNow,
  repeatsChoices,
  settleUnissued,
  type UploadError,
} from './upload-documents.ts'

/** A file of documents: how it was read, and how far its documents are. */
export interface StoredUpload {
  readonly orgId: string
  /** UUID v7. */
  readonly id: string
  readonly family: Family
  readonly profileId: string
  /** The name of the file. */
  readonly name: string
  /** As the caller stated it. */
  readonly encoding: string | undefined
  readonly dateOrder: DateOrder | undefined
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string
  readonly status: UploadStatus
  /** The name of the person or client. */
  readonly createdBy: string
  /** The account that issues the documents; undefined before that. */
  readonly issuer: Author | undefined
  /** Undefined before it is issued, and where an instance of the version before issues it. */
  readonly choices: Choices | undefined
  readonly apiVersion: string
  readonly documents: number
  /** Of the reading of the file. */
  readonly warnings: readonly UploadError[]
  readonly counts: UploadCounts
  /** ms since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** When the file was removed; the results stay. */
  readonly contentRemovedAt: number | undefined
}

export const uploadStatuses = ['CHECKING', 'CHECKED', 'ISSUING', 'DONE'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

export interface UploadCounts {
  /** Of the check: all, those that fail rules, cannot be stored, repeat others, look unlikely. */
  readonly checked: number
  readonly checkFailed: number
  readonly checkRefused: number
  readonly repeats: number
  readonly warned: number
  /** Of the issuing: all of them, and by outcome. */
  readonly done: number
  readonly issued: number
  readonly toRepair: number
  readonly refused: number
  readonly skipped: number
  /** Those that a second person must still approve. */
  readonly waiting: number
  /** Those that a second person returned, or nobody approved in time. */
  readonly returned: number
}

export const noCounts: UploadCounts = {
  checked: 0,
  checkFailed: 0,
  checkRefused: 0,
  repeats: 0,
  warned: 0,
  done: 0,
  issued: 0,
  toRepair: 0,
  refused: 0,
  skipped: 0,
  waiting: 0,
  returned: 0,
}

/** A new upload, due at once. */
export function insertUpload(upload: StoredUpload): Statement {
  return sql(
    `insert into uploads (org_id, id, family, profile_id, name, encoding, date_order, digest, status, created_by,
       api_version, documents, checked, check_failed, check_refused, repeats, done, issued, to_repair, refused, skipped,
       created_at, updated_at, due_at, warnings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, 0, 0, 0, 0, 0, 0, 0, $13, $13, $13, $14)`,
    upload.orgId,
    upload.id,
    upload.family,
    upload.profileId,
    upload.name,
    upload.encoding ?? null,
    upload.dateOrder ?? null,
    upload.digest,
    upload.status,
    upload.createdBy,
    upload.apiVersion,
    upload.documents,
    upload.createdAt,
    upload.warnings.length === 0 ? null : JSON.stringify(upload.warnings),
  )
}

export async function findUpload(
  db: Database,
  { orgId, id }: Pick<StoredUpload, 'orgId' | 'id'>,
  now: number,
): Promise<StoredUpload | undefined> {
  const rows = await db.query(sql(`select ${columns} from uploads where org_id = $1 and id = $2`, orgId, id))
  const [upload] = await withDecisions(db, orgId, rows.map(uploadOf), now)
  return upload
}

/** Newest first, after the upload with the id in `after`. */
export async function uploadsOf(
  db: Database,
  orgId: string,
  { after: [before] = ['~'], limit, now }: UploadPage,
): Promise<readonly StoredUpload[]> {
  const rows = await db.query(
    sql(`select ${columns} from uploads where org_id = $1 and id < $2 order by id desc limit ${limit}`, orgId, before),
  )
  return withDecisions(db, orgId, rows.map(uploadOf), now)
}

interface UploadPage {
  readonly after: readonly [id: string] | undefined
  readonly limit: number
  /** ms since 1970. */
  readonly now: number
}

/**
 * The uploads with what became of documents that asked a second person or were stored for repair.
 * Decisions and repairs come later, and time alone ends an approval.
 */
async function withDecisions(
  db: Database,
  orgId: string,
  uploads: readonly StoredUpload[],
  now: number,
): Promise<readonly StoredUpload[]> {
  const asking = uploads.filter(({ counts }) => counts.waiting + counts.toRepair > 0).map(({ id }) => id)
  const [first] = asking.toSorted()
  if (first === undefined) return uploads
  const rows = await db.query(
    sql(
      `select r.upload_id, ${outcomeNow('$4')} as outcome, count(*) as counted
       from upload_results r left join approvals a on a.org_id = $1 and a.id = r.approval_id ${joinedDocument}
       where r.org_id = $1 and r.upload_id >= $2 and r.upload_id <= $3 and r.phase = 'ISSUE'
         and (r.approval_id is not null or r.outcome = 'TO_REPAIR')
       group by 1, 2`,
      orgId,
      first,
      asking.toSorted().at(-1) ?? first,
      now,
    ),
  )
  const counted = new Map(rows.map((row) => [`${text(row, 'upload_id')} ${text(row, 'outcome')}`, row]))
  return uploads.map((upload) => {
    const { id, counts } = upload
    if (counts.waiting + counts.toRepair === 0) return upload
    const those = (outcome: IssueOutcome) => {
      const row = counted.get(`${id} ${outcome}`)
      return row === undefined ? 0 : integer(row, 'counted')
    }
    const [issued, toRepair] = [counts.issued + those('ISSUED'), those('TO_REPAIR')]
    return {
      ...upload,
      counts: { ...counts, issued, toRepair, waiting: those('WAITING'), returned: those('RETURNED') },
    }
  })
}

/** The last other upload of the same bytes that was issued, also in part, or is being issued. */
export async function sameFileIssued(
  db: Database,
  { orgId, digest, id }: Pick<StoredUpload, 'orgId' | 'digest' | 'id'>,
): Promise<{ readonly id: string; readonly createdAt: number } | undefined> {
  const [row] = await db.query(
    sql(
      `select o.id, o.created_at from uploads o
       where o.org_id = $1 and o.digest = $2 and o.id <> $3 and ${isIssued} order by o.id desc limit 1`,
      orgId,
      digest,
      id,
    ),
  )
  return row && { id: text(row, 'id'), createdAt: integer(row, 'created_at') }
}

/**
 * With the alias `o`: at least one of its documents was issued, or may be. One that was held after
 * a restore is checked.
 */
const isIssued =
  "(o.status = 'ISSUING' or (o.status in ('CHECKED', 'DONE') and o.issued + o.to_repair + o.waiting > 0))"

/** How a caller issues an upload. */
export interface Issue extends Choices {
  readonly issuer: Author
  /** ms since 1970. */
  readonly now: number
}

/**
 * Begins to issue a checked upload whose file is still there. False, and nothing is changed, when
 * nobody has said what becomes of repeats and another upload of the same file was issued.
 */
export async function beginIssuing(
  db: Database,
  { orgId, id, digest }: Pick<StoredUpload, 'orgId' | 'id' | 'digest'>,
  { issuer, repeats, refusesFailing, now }: Issue,
): Promise<boolean> {
  // Of two uploads of one file that are issued at once, the second one sees the first.
  const lock = sql(
    `select id from uploads where org_id = $1 and digest = $2 order by id ${db.dialect.forUpdate}`,
    orgId,
    digest,
  )
  const begin = sql(
    `update uploads set due_at = $3, updated_at = $3, issuer_id = $4, issuer_name = $5, repeats_choice = $6,
       refuses_failing = $8, status = case when $6 <> 'none' or not exists (select 1 from uploads o
         where o.org_id = $1 and o.digest = $7 and o.id <> $2 and ${isIssued}) then 'ISSUING' end
     where org_id = $1 and id = $2 and status = 'CHECKED' and content_removed_at is null`,
    orgId,
    id,
    now,
    issuer.id,
    issuer.name,
    repeats,
    digest,
    refusesFailing ? 1 : 0,
  )
  try {
    await db.transaction([lock, settleUnissued({ orgId, id }, { repeats, refusesFailing }), begin])
    return true
  } catch (error) {
    if (failedConstraint(error) === 'same_file_issued') return false
    throw error
  }
}

const queue: Queue = { table: 'uploads', within: { org_id: '$1' }, key: 'id', due: 'due_at', next: 'id' }

/** The organisations with uploads to work on, those that have waited longest first. */
export async function organisationsWithUploads(
  look: OrganisationLook,
  now: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'due uploads',
      (own) => `select org_id from uploads where ${own}due_at <= $1 order by due_at limit ${limit}`,
      now,
    ),
  )
  return [...new Set(rows.map((row) => text(row, 'org_id')))]
}

/**
 * Claims the upload that has waited longest, until the lease ends: then it is due again for
 * every worker.
 */
export async function claimUpload(
  db: Database,
  orgId: string,
  { owner, now, leaseMs }: { readonly owner: string; readonly now: number; readonly leaseMs: number },
): Promise<StoredUpload | undefined> {
  const claim = { now: '$2', limit: 1, set: 'lease_owner = $3, due_at = $4', returning: columns }
  const [row] = await db.query(sql(claimText(queue, db.dialect, claim), orgId, now, owner, now + leaseMs))
  return row && uploadOf(row)
}

/**
 * Counts the results anew and gives the upload back, due at `dueAt`. Without a time it is done with
 * its phase.
 */
export function releaseUpload(upload: StoredUpload, owner: string, now: number, dueAt: number | undefined): Statement {
  const { orgId, id, status } = upload
  const next = status === 'CHECKING' ? 'CHECKED' : 'DONE'
  return sql(
    `update uploads set lease_owner = null, updated_at = $4, due_at = $5, status = $6, ${countedAnew}
     where org_id = $1 and id = $2 and lease_owner = $3`,
    orgId,
    id,
    owner,
    now,
    dueAt ?? null,
    dueAt === undefined ? next : status,
  )
}

/** With an outcome, only those that asked nobody. */
function count(phase: 'CHECK' | 'ISSUE', outcome?: string): string {
  const only = outcome === undefined ? '' : ` and r.outcome = '${outcome}' and r.approval_id is null`
  return `(select count(*) from upload_results r
         where r.org_id = $1 and r.upload_id = $2 and r.phase = '${phase}'${only})`
}

/** As assignments: the counts of the upload `$2`, by its results. */
export const countedAnew = `checked = ${count('CHECK')}, check_failed = ${count('CHECK', 'FAILS')},
       check_refused = ${count('CHECK', 'REFUSED')},
       repeats = (select count(*) from upload_results r
         where r.org_id = $1 and r.upload_id = $2 and r.phase = 'CHECK' and r.is_repeat = 1),
       warned = (select count(*) from upload_results r
         where r.org_id = $1 and r.upload_id = $2 and r.phase = 'CHECK' and r.warnings is not null),
       done = ${count('ISSUE')}, issued = ${count('ISSUE', 'ISSUED')}, to_repair = ${count('ISSUE', 'TO_REPAIR')},
       refused = ${count('ISSUE', 'REFUSED')}, skipped = ${count('ISSUE', 'SKIPPED')},
       waiting = (select count(*) from upload_results r
         where r.org_id = $1 and r.upload_id = $2 and r.phase = 'ISSUE' and r.approval_id is not null)`

const columns = `org_id, id, family, profile_id, name, encoding, date_order, digest, status, created_by, api_version,
  documents, checked, check_failed, check_refused, repeats, done, issued, to_repair, refused, skipped, created_at,
  updated_at, content_removed_at, warnings, issuer_id, issuer_name, waiting, warned, repeats_choice,
  refuses_failing`

function uploadOf(row: Row): StoredUpload {
  const dateOrder = optionalText(row, 'date_order')
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    family: word(row, 'family', families),
    profileId: text(row, 'profile_id'),
    name: text(row, 'name'),
    encoding: optionalText(row, 'encoding'),
    dateOrder: dateOrders.find((order) => order === dateOrder),
    digest: text(row, 'digest'),
    status: word(row, 'status', uploadStatuses),
    createdBy: text(row, 'created_by'),
    issuer: issuerIn(row),
    choices: choicesIn(row),
    apiVersion: text(row, 'api_version'),
    documents: integer(row, 'documents'),
    warnings: warningsIn(row),
    counts: {
      checked: integer(row, 'checked'),
      checkFailed: integer(row, 'check_failed'),
      checkRefused: integer(row, 'check_refused'),
      repeats: integer(row, 'repeats'),
      warned: integer(row, 'warned'),
      done: integer(row, 'done'),
      issued: integer(row, 'issued'),
      toRepair: integer(row, 'to_repair'),
      refused: integer(row, 'refused'),
      skipped: integer(row, 'skipped'),
      waiting: integer(row, 'waiting'),
      returned: 0,
    },
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
    contentRemovedAt: optionalInteger(row, 'content_removed_at'),
  }
}

function issuerIn(row: Row): Author | undefined {
  const id = optionalText(row, 'issuer_id')
  return id === undefined ? undefined : { id, name: optionalText(row, 'issuer_name') ?? id }
}

function choicesIn(row: Row): Choices | undefined {
  const repeats = optionalWord(row, 'repeats_choice', repeatsChoices)
  return repeats && { repeats, refusesFailing: flag(row, 'refuses_failing') }
}

function warningsIn(row: Row): readonly UploadError[] {
  const warnings: readonly UploadError[] = JSON.parse(optionalText(row, 'warnings') ?? '[]')
  return warnings
}
