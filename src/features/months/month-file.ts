import { vatCategories } from '@selfbill/pint-ae/code-lists'
import { type Family, families, isCreditNote } from '@selfbill/pint-ae/document'
import { type Language, sayIn } from '../../console/language/language.ts'
import { documentWords } from '../../console/pages/documents/document-words.ts'
import { draftWords } from '../../console/pages/drafts/draft-words.ts'
import type { WrittenCell, WrittenSheet } from '../../document-files/xlsx/written-xlsx.ts'
import { flag, optionalText, text, word, wordOrNull } from '../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../store/database/database.ts'
import { isInVatReturn } from '../../store/documents/counted-for-vat.ts'
import { type OverallStatus, overallStatuses } from '../../store/documents/document-row.ts'
import { type MonthWanted, sideOf } from './month-statements.ts'
import { monthWords } from './pages/month-words.ts'

/** The headings of a file: the names that programs read, or words for people. */
export type Headings = 'fields' | 'en' | 'ar'

/** The documents of a month as a table, read while it is written: its length has no limit. */
export function monthTable(db: Database, wanted: MonthWanted, headings: Headings): WrittenSheet {
  return {
    name: 'vat',
    isRightToLeft: headings === 'ar',
    headings: columns.map((column) => column[headings]),
    rows: rowsOf(db, wanted, headings),
  }
}

/** The same table for a spreadsheet, which has no row behind the last one: that row says so. */
export function monthSheet(
  db: Database,
  wanted: MonthWanted,
  language: 'en' | 'ar',
  rowsMax = sheetRowsMax,
): WrittenSheet {
  const table = monthTable(db, wanted, language)
  return { ...table, rows: cutOff(table.rows, rowsMax, texts(cutOffWords[language])) }
}

/** At most `rowsMax` rows. `note` is the last one if there are more. */
async function* cutOff(rows: WrittenSheet['rows'], rowsMax: number, note: readonly WrittenCell[]) {
  let held: readonly WrittenCell[] | undefined
  let written = 0
  for await (const row of rows) {
    if (held !== undefined && written === rowsMax - 1) {
      yield note
      return
    }
    if (held !== undefined) {
      yield held
      written += 1
    }
    held = row
  }
  if (held !== undefined) yield held
}

/** Rows of a sheet (1,048,576), without the headings. Source: the specifications of Excel. */
const sheetRowsMax = 1_048_575

const cutOffWords = {
  en: 'A spreadsheet has no room for more rows. The CSV file has all of them.',
  ar: 'لا يتسع جدول البيانات لصفوف أخرى. ملف CSV يضمها كلها.',
} as const

const columns: readonly Readonly<Record<Headings, string>>[] = [
  { fields: 'issue_date', en: 'Issue date', ar: 'تاريخ الإصدار' },
  { fields: 'family', en: 'Kind', ar: 'النوع' },
  { fields: 'document_number', en: 'Document number', ar: 'رقم المستند' },
  { fields: 'document_id', en: 'Id', ar: 'المعرّف' },
  { fields: 'party_name', en: 'Supplier or customer', ar: 'المورّد أو العميل' },
  { fields: 'party_trn', en: 'TRN of the supplier or customer', ar: 'رقم التسجيل الضريبي للمورّد أو العميل' },
  { fields: 'status', en: 'Status', ar: 'الحالة' },
  { fields: 'counted', en: 'In the VAT return', ar: 'في الإقرار الضريبي' },
  { fields: 'vat_category', en: 'VAT category', ar: 'فئة الضريبة' },
  { fields: 'net_aed', en: 'Net in AED', ar: 'الصافي بالدرهم' },
  { fields: 'vat_aed', en: 'VAT in AED', ar: 'الضريبة بالدرهم' },
  { fields: 'own_trn', en: 'TRN of your company', ar: 'رقم التسجيل الضريبي لشركتكم' },
]

async function* rowsOf(
  db: Database,
  wanted: MonthWanted,
  headings: Headings,
): AsyncGenerator<readonly WrittenCell[], void, undefined> {
  let after: Place = { day: '', id: '' }
  for (;;) {
    const rows = await documentsAfter(db, wanted, after)
    for (const row of rows) yield* cellsOf(row, headings)
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

async function documentsAfter(db: Database, { orgId, from, to, trn, ownTrn }: MonthWanted, after: Place) {
  const statement = sql(
    `select d.id, d.issue_date, d.family, d.document_number, d.overall_status, d.billed_by_shown, d.billed_by_vat,
       d.billed_to_shown, d.billed_to_vat, d.vat_in_aed,
       case when ${isInVatReturn} then 1 else 0 end as is_in_vat_return
     from documents d
     where d.org_id = $1 and d.issue_date >= $2 and d.issue_date <= $3 and (d.issue_date, d.id) > ($4, $5)
       ${trn === undefined ? '' : `and ${partyTrn} = $6`}
       ${ownTrn === undefined ? '' : `and ${ownParty} = ${trn === undefined ? '$6' : '$7'}`}
     order by d.issue_date, d.id limit ${stepMax}`,
    orgId,
    from,
    to,
    after.day,
    after.id,
    ...[trn, ownTrn].filter((one) => one !== undefined),
  )
  return db.query({ ...statement, isLong: true, isPlannedByValues: true })
}

const partyTrn = `case when d.family like 'purchase-%' then d.billed_by_vat else d.billed_to_vat end`
const ownParty = `case when d.family like 'purchase-%' then d.billed_to_vat else d.billed_by_vat end`

/** A row for each VAT category; one without figures where they are not known. */
function cellsOf(row: Row, headings: Headings): readonly (readonly WrittenCell[])[] {
  const family = word(row, 'family', families)
  const status = wordOrNull(row, 'overall_status', overallStatuses)
  const [party, own] =
    sideOf(family) === 'purchases' ? (['billed_by', 'billed_to'] as const) : (['billed_to', 'billed_by'] as const)
  const values = headings === 'fields' ? codes : wordsFor[headings]
  const start: readonly WrittenCell[] = [
    { kind: 'day', text: text(row, 'issue_date') },
    ...texts(
      values.family(family),
      text(row, 'document_number'),
      text(row, 'id'),
      optionalText(row, `${party}_shown`) ?? '',
      optionalText(row, `${party}_vat`) ?? '',
      values.status(status),
      values.counted(flag(row, 'is_in_vat_return')),
    ),
  ]
  return (optionalText(row, 'vat_in_aed') ?? '').split(';').map((figures) => {
    const [category = '', net = '', vat = ''] = figures.split(' ')
    const amount = (value: string): WrittenCell => ({
      kind: 'amount',
      text: isCreditNote(family) ? negated(value) : value,
    })
    return [
      ...start,
      ...texts(values.category(category)),
      amount(net),
      amount(vat),
      ...texts(optionalText(row, `${own}_vat`) ?? ''),
    ]
  })
}

/** The values of a row: codes for programs, and the words of the console for people. */
interface Values {
  family(family: Family): string
  status(status: OverallStatus | null): string
  counted(isCounted: boolean): string
  category(code: string): string
}

const codes: Values = {
  family: (family) => family,
  status: (status) => status ?? 'NOT_SENT',
  counted: (isCounted) => (isCounted ? 'yes' : 'no'),
  category: (code) => code,
}

const wordsFor = { en: wordsIn('en'), ar: wordsIn('ar') }

function wordsIn(language: Language): Values {
  const say = sayIn(language)
  return {
    family: (family) => say(documentWords[family]),
    status: (status) => say(documentWords[status ?? 'unsent']),
    counted: (isCounted) => say(isCounted ? monthWords.isIn : monthWords.isNotIn),
    category(code) {
      const known = vatCategories.find((one) => one === code)
      return known === undefined ? code : say(draftWords[`vat${known}`])
    },
  }
}

function texts(...values: readonly string[]): readonly WrittenCell[] {
  return values.map((value) => ({ kind: 'text', text: value }))
}

function negated(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1)
  return amount === '' || /^[0.]+$/.test(amount) ? amount : `-${amount}`
}
