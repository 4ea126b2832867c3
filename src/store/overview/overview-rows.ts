import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, optionalText, optionalWord, text, word, wordOrNull } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { jsonKeys, keysOf } from '../database/json-rows.ts'
import { type OverallStatus, overallStatuses } from '../documents/document-row.ts'
import { type Handled, handledIn } from '../documents/handled.ts'
import { revisionTextColumns, revisionTextIn } from '../documents/revision-texts.ts'
import { type Corner, corners, type LegStatus, legReports, legStatuses } from '../legs/legs.ts'
import { refusalColumns, refusalReason } from '../legs/refusal-reason.ts'
import {
  creditedInvoices,
  creditedInvoicesStatement,
  creditNotesStatement,
  type InvoiceCredit,
  invoiceCredits,
  type NamedByNote,
} from './credit-standings.ts'

/** A document as the overview shows it. */
export interface OverviewRow {
  readonly id: string
  readonly family: Family
  readonly documentNumber: string
  /** The business profile that it was issued for. */
  readonly profileId: string
  readonly issueDate: string
  readonly currency: string
  /** Decimal text. */
  readonly payableAmount: string
  readonly taxAmount: string
  readonly sellerName: string
  readonly buyerName: string
  readonly sellerTrn: string | undefined
  readonly buyerTrn: string | undefined
  readonly status: OverallStatus | null
  /** Undefined when nothing is sent. */
  readonly c3: LegStanding | undefined
  readonly c5: LegStanding | undefined
  /** Undefined for an older document whose findings are long. */
  readonly fatalFindings: number | undefined
  readonly warningFindings: number | undefined
  readonly attention: readonly AttentionReason[]
  /** ms since 1970. */
  readonly createdAt: number
  readonly changedAt: number
  /** When its content was removed after its retention. */
  readonly removedAt: number | undefined
  /** Since when a legal hold of its own keeps it. */
  readonly heldAt: number | undefined
  readonly handled: Handled | undefined
  /** Of an invoice. */
  readonly credit: InvoiceCredit | undefined
  /** The invoices that a credit note names. */
  readonly credits: readonly NamedByNote[] | undefined
}

export interface LegStanding {
  readonly status: LegStatus
  /** ms since 1970. */
  readonly since: number
  /** Why it was refused, in the words of the network. */
  readonly reason: string | undefined
}

export const attentionReasons = ['failed_rules', 'rejected', 'stalled', 'overdue'] as const
export type AttentionReason = (typeof attentionReasons)[number]

/** The documents with these ids, in their order; at most a page of them. */
export async function overviewRows(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<readonly OverviewRow[]> {
  if (ids.length === 0) return []
  const wanted = keysOf(ids)
  const [documents = [], legs = [], notes = [], invoices = []] = await db.snapshot([
    sql(
      `select d.id, d.family, d.document_number, d.profile_id, d.issue_date, d.currency, d.payable_amount, d.tax_amount,
         d.billed_by_name, d.billed_to_name, d.billed_by_shown, d.billed_to_shown, d.billed_by_vat, d.billed_to_vat,
         d.revision, d.fatal_findings, d.warning_findings,
         d.overall_status, d.created_at, d.updated_at, d.removed_at, d.held_at,
         d.handled_revision, d.handled_at, d.handled_by, d.handled_note
       from documents d where d.org_id = $2 and d.id in ${jsonKeys}`,
      wanted,
      orgId,
    ),
    sql(
      `select l.document_id, l.revision, l.corner, l.report, l.status, l.updated_at, l.mls_overdue_at, l.handled_at,
         ${refusalColumns('l.')}
       from legs l where l.org_id = $2 and l.document_id in ${jsonKeys} order by l.created_at, l.report is not null`,
      wanted,
      orgId,
    ),
    creditNotesStatement(wanted, orgId),
    creditedInvoicesStatement(wanted, orgId),
  ])
  const credit = invoiceCredits(notes)
  const credits = creditedInvoices(invoices)
  const legsOf = Map.groupBy(legs.map(legOf), ({ documentId }) => documentId)
  const older = documents.filter((row) => row.billed_by_shown === null).map((row) => text(row, 'id'))
  const shownOf = await shownInTexts(db, orgId, older)
  const rows = new Map(
    documents.map((row) => {
      const id = text(row, 'id')
      const revision = integer(row, 'revision')
      const own = (legsOf.get(id) ?? []).filter((leg) => leg.revision === revision)
      const shown = shownOf.get(id) ?? shownIn(row)
      return [id, { ...overviewRow(row, own, shown), credit: credit.get(id), credits: credits.get(id) }]
    }),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}

interface LegOfRow extends LegStanding {
  readonly documentId: string
  readonly revision: number
  readonly corner: Corner
  readonly isWithdrawal: boolean
  readonly isOverdue: boolean
  readonly isHandled: boolean
}

function legOf(row: Row): LegOfRow {
  const status = word(row, 'status', legStatuses)
  return {
    documentId: text(row, 'document_id'),
    revision: integer(row, 'revision'),
    corner: word(row, 'corner', corners),
    isWithdrawal: optionalWord(row, 'report', legReports) === 'W',
    status,
    since: integer(row, 'updated_at'),
    reason: refusalReason(row),
    isHandled: optionalInteger(row, 'handled_at') !== undefined,
    isOverdue: status === 'SUBMITTED' && optionalInteger(row, 'mls_overdue_at') !== undefined,
  }
}

/** The members that documents from before migration 0024 have in their texts only. */
interface Shown {
  readonly sellerName: string
  readonly buyerName: string
  readonly fatalFindings: number | undefined
  readonly warningFindings: number | undefined
}

function shownIn(row: Row): Shown {
  return {
    sellerName: optionalText(row, 'billed_by_shown') ?? text(row, 'billed_by_name'),
    buyerName: optionalText(row, 'billed_to_shown') ?? text(row, 'billed_to_name'),
    fatalFindings: optionalInteger(row, 'fatal_findings'),
    warningFindings: optionalInteger(row, 'warning_findings'),
  }
}

function overviewRow(row: Row, legs: readonly LegOfRow[], shown: Shown): Omit<OverviewRow, 'credit' | 'credits'> {
  const latest = (corner: Corner) => legs.findLast((leg) => leg.corner === corner && !leg.isWithdrawal)
  const [c3, c5] = [latest('C3'), latest('C5')]
  const status = wordOrNull(row, 'overall_status', overallStatuses)
  const handled = handledIn(row)
  const isRefused = (leg: LegOfRow | undefined) =>
    (leg?.status === 'REJECTED' || leg?.status === 'FAILED') && !leg.isHandled
  const applies: Readonly<Record<AttentionReason, boolean>> = {
    failed_rules: status === 'VALIDATION_FAILED' && handled === undefined,
    rejected: isRefused(c3) || isRefused(c5),
    stalled: legs.some((leg) => leg.status === 'STALLED'),
    overdue: legs.some((leg) => leg.isOverdue),
  }
  return {
    id: text(row, 'id'),
    family: word(row, 'family', families),
    documentNumber: text(row, 'document_number'),
    profileId: text(row, 'profile_id'),
    issueDate: text(row, 'issue_date'),
    sellerTrn: optionalText(row, 'billed_by_vat'),
    buyerTrn: optionalText(row, 'billed_to_vat'),
    currency: text(row, 'currency'),
    payableAmount: text(row, 'payable_amount'),
    taxAmount: text(row, 'tax_amount'),
    ...shown,
    status,
    c3: c3 && { status: c3.status, since: c3.since, reason: c3.reason },
    c5: c5 && { status: c5.status, since: c5.since, reason: c5.reason },
    attention: attentionReasons.filter((reason) => applies[reason]),
    createdAt: integer(row, 'created_at'),
    changedAt: integer(row, 'updated_at'),
    removedAt: optionalInteger(row, 'removed_at'),
    heldAt: optionalInteger(row, 'held_at'),
    handled,
  }
}

/**
 * From the texts of documents from before migration 0024, if they are short. Of a long one the
 * names are those it is searched by, in lower case.
 */
async function shownInTexts(db: Database, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(
    sql(
      `select d.id, d.revision, d.billed_by_name, d.billed_to_name, ${revisionTextColumns('r.', 'answer', 'findings')}
       from documents d join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $2 and d.id in ${jsonKeys}`,
      keysOf(ids),
      orgId,
    ),
  )
  return new Map(rows.map((row) => [text(row, 'id'), shownInText(db, orgId, row)]))
}

function shownInText(db: Database, orgId: string, row: Row): Shown {
  const key = { orgId, documentId: text(row, 'id'), revision: integer(row, 'revision') }
  const answer = JSON.parse(revisionTextIn(db, row, 'answer', key).whole ?? '{}')
  const written = revisionTextIn(db, row, 'findings', key).whole
  const flags: readonly { readonly flag?: unknown }[] | undefined = written && JSON.parse(written)
  const count = (flag: string) => flags?.filter((finding) => finding.flag === flag).length
  const nameIn = (party: unknown, searched: string) => {
    const { party_name: partyName, name }: { party_name?: unknown; name?: unknown } = Object(party)
    return typeof partyName === 'string' ? partyName : typeof name === 'string' ? name : searched
  }
  return {
    sellerName: nameIn(answer.accounting_supplier_party, text(row, 'billed_by_name')),
    buyerName: nameIn(answer.accounting_customer_party, text(row, 'billed_to_name')),
    fatalFindings: count('fatal'),
    warningFindings: count('warning'),
  }
}

/** The family of a document that is named by its id alone. */
export async function familyOfDocument(db: Database, orgId: string, id: string): Promise<Family | undefined> {
  const [row] = await db.query(sql('select family from documents where org_id = $1 and id = $2', orgId, id))
  return row && word(row, 'family', families)
}

export async function hasDocument(db: Database, orgId: string, id: string): Promise<boolean> {
  return (await db.query(sql('select id from documents where org_id = $1 and id = $2', orgId, id))).length > 0
}
