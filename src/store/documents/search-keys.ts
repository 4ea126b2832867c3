import { vatInAedOf } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import { integer, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { searchValues } from './figure-values.ts'
import { revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/**
 * Fills the search keys of documents that an earlier version stored, from their answers. Any number
 * of instances may do it, and stop it at any moment.
 */
export async function fillSearchKeys(db: Database, isOver: () => boolean): Promise<void> {
  const rows = await db.query(
    acrossOrganisations(
      'documents without search keys',
      sql('select distinct org_id from documents where payable_key is null order by org_id'),
    ),
  )
  for (const row of rows) while (!isOver() && (await fillSome(db, text(row, 'org_id'))));
}

/** False: these were the last. */
async function fillSome(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select d.id, d.revision, d.payable_amount, d.removed_at, ${revisionTextColumns('r.', 'answer')}
       from documents d join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $1 and d.payable_key is null order by d.id limit ${stepMax}`,
      orgId,
    ),
  )
  for (const row of rows) await db.query(await keysOf(db, orgId, row))
  return rows.length === stepMax
}

/** Unpacking a document's answer takes a moment; other work comes between two documents. */
const stepMax = 50

/** A revision that came meanwhile has keys of its own, and keeps them. */
async function keysOf(db: Database, orgId: string, row: Row): Promise<Statement> {
  const [id, revision] = [text(row, 'id'), integer(row, 'revision')]
  const isRemoved = optionalInteger(row, 'removed_at') !== undefined
  const answer = revisionTextIn(db, row, 'answer', { orgId, documentId: id, revision })
  const figures = isRemoved ? { vatInAed: '', orderNumber: undefined } : figuresIn(JSON.parse(await answer.string()))
  return sql(
    `update documents set payable_key = $3, order_key = $4, vat_in_aed = $5
     where org_id = $1 and id = $2 and payable_key is null`,
    orgId,
    id,
    ...searchValues({ payableAmount: text(row, 'payable_amount'), ...figures }),
  )
}

/** What the answers of all versions say in the same members. */
function figuresIn(answer: StoredAnswer) {
  const { order_reference: order, totals, document_currency_code: currency, tax_exchange_rate: rate } = answer
  const groups = totals?.tax_breakdown?.map((group) => ({
    ...group,
    taxable_amount: Decimal.from(String(group.taxable_amount)),
    tax_amount: Decimal.from(String(group.tax_amount)),
  }))
  const aedRate =
    currency === 'AED' || rate?.calculation_rate === undefined ? undefined : Decimal.from(String(rate.calculation_rate))
  return { vatInAed: vatInAedOf(groups ?? [], aedRate), orderNumber: order?.id }
}

interface StoredAnswer {
  readonly document_currency_code?: string
  readonly order_reference?: { readonly id?: string }
  readonly tax_exchange_rate?: { readonly calculation_rate?: number }
  readonly totals?: { readonly tax_breakdown?: readonly StoredGroup[] }
}

interface StoredGroup {
  readonly tax_category_code: string
  readonly taxable_amount: number
  readonly tax_amount: number
}
