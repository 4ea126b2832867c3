import { families, isCreditNote } from '@selfbill/pint-ae/document'
import { rowOf } from '../../document-files/csv-selection.ts'
import { optionalText, text, word, wordOrNull } from '../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../store/database/database.ts'
import { overallStatuses } from '../../store/documents/document-row.ts'
import { type MonthWanted, sideOf } from './month-statements.ts'
import { isCounted } from './month-sums.ts'

/** The documents of a month as CSV, read and sent in steps: its size has no limit. */
export async function* monthFile(db: Database, wanted: MonthWanted): AsyncGenerator<string> {
  yield `\ufeff${lineOf(headings)}`
  let after: Place = { day: '', id: '' }
  for (;;) {
    const rows = await documentsAfter(db, wanted, after)
    yield rows.flatMap(linesOf).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < stepMax) return
    after = { day: text(last, 'issue_date'), id: text(last, 'id') }
  }
}

interface Place {
  readonly day: string
  readonly id: string
}

const stepMax = 500

const headings = [
  'issue_date',
  'family',
  'document_number',
  'document_id',
  'party_name',
  'party_trn',
  'status',
  'counted',
  'vat_category',
  'net_aed',
  'vat_aed',
]

async function documentsAfter(db: Database, { orgId, from, to, trn }: MonthWanted, after: Place) {
  const statement = sql(
    `select d.id, d.issue_date, d.family, d.document_number, d.overall_status, d.billed_by_shown, d.billed_by_vat,
       d.billed_to_shown, d.billed_to_vat, d.vat_in_aed
     from documents d
     where d.org_id = $1 and d.issue_date >= $2 and d.issue_date <= $3 and (d.issue_date, d.id) > ($4, $5)
       ${trn === undefined ? '' : `and ${partyTrn} = $6`}
     order by d.issue_date, d.id limit ${stepMax}`,
    orgId,
    from,
    to,
    after.day,
    after.id,
    ...(trn === undefined ? [] : [trn]),
  )
  return db.query({ ...statement, isLong: true, isPlannedByValues: true })
}

/** Of the other party. */
const partyTrn = `case when d.family like 'purchase-%' then d.billed_by_vat else d.billed_to_vat end`

/** A line for each VAT category; one without figures where they are not known. */
function linesOf(row: Row): readonly string[] {
  const family = word(row, 'family', families)
  const status = wordOrNull(row, 'overall_status', overallStatuses)
  const party = sideOf(family) === 'purchases' ? 'billed_by' : 'billed_to'
  const start = [
    text(row, 'issue_date'),
    family,
    harmless(text(row, 'document_number')),
    text(row, 'id'),
    harmless(optionalText(row, `${party}_shown`) ?? ''),
    harmless(optionalText(row, `${party}_vat`) ?? ''),
    status ?? 'NOT_SENT',
    isCounted(status) ? 'yes' : 'no',
  ]
  return (optionalText(row, 'vat_in_aed') ?? '').split(';').map((figures) => {
    const [category = '', net = '', vat = ''] = figures.split(' ')
    const signed = (amount: string) => (isCreditNote(family) ? negated(amount) : amount)
    return lineOf([...start, category, signed(net), signed(vat)])
  })
}

function negated(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1)
  return amount === '' || /^[0.]+$/.test(amount) ? amount : `-${amount}`
}

function lineOf(cells: readonly string[]): string {
  return `${rowOf(cells, ',')}\r\n`
}

/** A spreadsheet calculates what begins like a formula. */
function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
