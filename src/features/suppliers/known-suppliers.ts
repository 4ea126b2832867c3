import { integer, optionalText, text, wordOrNull } from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { endOfPrefix } from '../../store/documents/document-filter.ts'
import { type OverallStatus, overallStatuses } from '../../store/documents/document-row.ts'
import { patternOf } from '../../store/overview/search.ts'

/** A supplier as the invoices and agreements of an organisation name it. */
export interface KnownSupplier {
  /**
   * Of the newest invoice with this name that nobody has refused, or else of the newest; of an
   * agreement where there is no invoice.
   */
  readonly id: string
  readonly name: string
  /** The name in lower case: the order of the list. */
  readonly key: string
  /** Undefined without a VAT registration, and for agreements. */
  readonly trn: string | undefined
  /** Undefined outside the UAE. */
  readonly tin: string | undefined
  /** That invoice; undefined where there is only an agreement. */
  readonly lastDocument: LastDocument | undefined
}

interface LastDocument {
  readonly number: string
  readonly issueDate: string
  /** Null: valid, and never sent. */
  readonly status: OverallStatus | null
}

export interface SuppliersWanted {
  readonly orgId: string
  /** Part of a name, or the beginning of a TRN or TIN. */
  readonly search: string | undefined
  /** The key behind which the list begins. */
  readonly after: string
  readonly limit: number
}

export interface SuppliersFound {
  readonly suppliers: readonly KnownSupplier[]
  /** Where the list goes on; undefined at its end. */
  readonly next: string | undefined
}

/**
 * Suppliers by name. Names are few beside their documents, so each is read once from the index of
 * names: `namesMax` in a search, which may find less than a page. Source: docs/decisions/0169.
 */
export async function suppliersOf(db: Database, wanted: SuppliersWanted): Promise<SuppliersFound> {
  const { orgId, search, after, limit } = wanted
  const seen = search === undefined ? limit + 1 : namesMax
  const [names = [], agreements = []] = await db.snapshot([namesStatement(wanted, seen), newestAgreements(orgId)])
  const last = names.find((row) => integer(row, 'at') === seen)
  const billed = names.map(supplierOf).filter((supplier) => matches(supplier, search))
  // Behind the last name that was looked at, the next page begins with the agreements too.
  const end = last === undefined ? undefined : text(last, 'key')
  const isWithin = ({ key }: KnownSupplier) => compare(key, after) > 0 && (end === undefined || compare(key, end) <= 0)
  const billedKeys = new Set(billed.map(({ key }) => key))
  const unbilled = agreements
    .map(agreedSupplier)
    .filter((supplier) => isWithin(supplier) && !billedKeys.has(supplier.key) && matches(supplier, search))
  const all = [...billed, ...newestOfEach(unbilled)].toSorted((one, other) => compare(one.key, other.key))
  const suppliers = all.slice(0, limit)
  return { suppliers, next: all.length > limit ? suppliers.at(-1)?.key : end }
}

/** Names that a search looks at in one request. */
const namesMax = 1_000

/** Agreements that are looked at, the newest. */
const agreementsMax = 1_000

/** Of the agreements with one name, the newest, which come first: an older one may have ended. */
function newestOfEach(agreed: readonly KnownSupplier[]): Iterable<KnownSupplier> {
  // Of several entries with one key, a map keeps the last.
  return new Map(agreed.toReversed().map((supplier) => [supplier.key, supplier])).values()
}

/**
 * Each name is found from the one before it, with its newest invoice that was not refused: a wrong
 * network address must not come again.
 */
function namesStatement({ orgId, search, after }: SuppliersWanted, seen: number): Statement {
  const own = `from documents where org_id = $1 and family = 'purchase-invoices'`
  const next = (before: string) => `select min(billed_by_name) ${own} and billed_by_name > ${before}`
  const newest = (column: string, count: number) =>
    `(select ${column} ${own} and billed_by_name = names.name order by sequence desc limit ${count})`
  const accepted = `(select id from ${newest('id, overall_status, sequence', refusedMax)} recent
       where coalesce(overall_status, '') not in ('REJECTED', 'VALIDATION_FAILED') order by sequence desc limit 1)`
  // Looked up one by one: a planner that joins them may read every document.
  const shown = invoiceColumns.map(
    (column) => `(select d.${column} from documents d where d.org_id = $1 and d.id = chosen.id) as ${column}`,
  )
  const statement = sql(
    `select * from (with recursive names (name, at) as (
       select (${next('$2')}), 1
       union all select (${next('names.name')}), at + 1 from names where name is not null and at < ${seen}
     ), chosen (key, at, id) as materialized (
       select name, at, coalesce(${accepted}, ${newest('id', 1)}) from names where name is not null
     ) select key, at, id, ${shown.join(', ')} from chosen) found
     where key like $3 escape '\\' or billed_by_vat like $4 escape '\\' or at = ${seen} order by key`,
    orgId,
    after,
    patternOf(search?.toLowerCase() ?? ''),
    patternOf(search ?? '').slice(1),
  )
  return search === undefined ? statement : { ...statement, isLong: true }
}

/** Invoices of a name, or of a TRN, that are looked through for one that was accepted. */
const refusedMax = 20

const invoiceColumns = ['billed_by_shown', 'billed_by_vat', 'document_number', 'issue_date', 'overall_status'] as const

function newestAgreements(orgId: string): Statement {
  return sql(
    `select id, supplier_name, supplier_tin from agreements
     where org_id = $1 order by id desc limit ${agreementsMax}`,
    orgId,
  )
}

function supplierOf(row: Row): KnownSupplier {
  const key = text(row, 'key')
  const trn = optionalText(row, 'billed_by_vat')
  return {
    id: text(row, 'id'),
    name: optionalText(row, 'billed_by_shown') ?? key,
    key,
    trn,
    tin: trn?.slice(0, 10),
    lastDocument: {
      number: text(row, 'document_number'),
      issueDate: text(row, 'issue_date'),
      status: wordOrNull(row, 'overall_status', overallStatuses),
    },
  }
}

function agreedSupplier(row: Row): KnownSupplier {
  const name = text(row, 'supplier_name')
  return {
    id: text(row, 'id'),
    name,
    key: name.toLowerCase(),
    trn: undefined,
    tin: text(row, 'supplier_tin'),
    lastDocument: undefined,
  }
}

function matches({ key, trn, tin }: KnownSupplier, search: string | undefined): boolean {
  if (search === undefined || key.includes(search.toLowerCase())) return true
  return [trn, tin].some((number) => number?.startsWith(search) === true)
}

/** As the databases compare: by bytes. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/**
 * The supplier of an invoice, also of an older one, or of an agreement. Undefined also for another
 * organisation's.
 */
export async function findSupplier(db: Database, orgId: string, id: string): Promise<KnownSupplier | undefined> {
  const [[invoice] = [], [agreement] = []] = await db.snapshot([
    sql(
      `select billed_by_name from documents where org_id = $1 and family = 'purchase-invoices' and id = $2`,
      orgId,
      id,
    ),
    sql('select id, supplier_name, supplier_tin from agreements where org_id = $1 and id = $2', orgId, id),
  ])
  if (invoice !== undefined) return acceptedOf(await billedUnder(db, orgId, text(invoice, 'billed_by_name')))
  if (agreement === undefined) return undefined
  // It may have been billed under another name.
  return acceptedOf(await billedWith(db, orgId, text(agreement, 'supplier_tin'))) ?? agreedSupplier(agreement)
}

/** The newest invoices with a name, the newest first. */
function billedUnder(db: Database, orgId: string, name: string): Promise<readonly Row[]> {
  return db.query(newestInvoices('billed_by_name = $2 order by sequence desc', orgId, name))
}

/** The newest invoices with each TRN of a TIN, the newest first. Mostly there is one TRN. */
async function billedWith(db: Database, orgId: string, tin: string): Promise<readonly Row[]> {
  const found: Row[] = []
  let end = endOfPrefix(tin)
  for (let trns = 0; trns < trnsMax; trns += 1) {
    const condition = 'billed_by_vat >= $2 and billed_by_vat < $3 order by billed_by_vat desc, sequence desc'
    const rows = await db.query(newestInvoices(condition, orgId, tin, end))
    const [first] = rows
    if (first === undefined) break
    const highest = text(first, 'billed_by_vat')
    found.push(...rows.filter((row) => text(row, 'billed_by_vat') === highest))
    end = highest
  }
  return found.toSorted((one, other) => integer(other, 'sequence') - integer(one, 'sequence'))
}

const trnsMax = 20

function newestInvoices(condition: string, orgId: string, ...values: readonly string[]): Statement {
  return sql(
    `select id, billed_by_name as key, sequence, ${invoiceColumns.join(', ')} from documents
     where org_id = $1 and family = 'purchase-invoices' and ${condition} limit ${refusedMax}`,
    orgId,
    ...values,
  )
}

/** As in `namesStatement`: the newest that was not refused, or else the newest. */
function acceptedOf(newest: readonly Row[]): KnownSupplier | undefined {
  const suppliers = newest.map(supplierOf)
  return suppliers.find(({ lastDocument }) => !refusals.has(lastDocument?.status)) ?? suppliers[0]
}

const refusals: ReadonlySet<unknown> = new Set<OverallStatus>(['REJECTED', 'VALIDATION_FAILED'])
