import { familyTexts, gulfTime } from '@selfbill/pint-ae/document'
import type { WrittenCell, WrittenSheet } from '../../../document-files/xlsx/written-xlsx.ts'
import type { Database } from '../../../store/database/database.ts'
import { type OverviewWanted, overviewPage } from '../../../store/overview/overview-page.ts'
import { type OverviewRow, overviewRows } from '../../../store/overview/overview-rows.ts'
import { legStandingOf, standingOf, standingWords } from '../../documents/standing-words.ts'

type Language = 'en' | 'ar'
type Listed = Pick<OverviewWanted, 'orgId' | 'filter' | 'isAscending'>

/** The documents of a list as a table, read page by page while it is written. */
export function exportTable(db: Database, listed: Listed, language: Language): WrittenSheet {
  return {
    name: 'documents',
    isRightToLeft: language === 'ar',
    headings: columns.map((column) => column[language]),
    rows: rowsOf(db, listed, language),
  }
}

async function* rowsOf(
  db: Database,
  { orgId, filter, isAscending }: Listed,
  language: Language,
): AsyncGenerator<readonly WrittenCell[], void, undefined> {
  let [after, exported, isComplete]: [OverviewWanted['after'], number, boolean] = [undefined, 0, true]
  for (let searches = 0; searches < searchesMax && exported < exportedMax; searches += 1) {
    const size = Math.min(pageSize, exportedMax - exported)
    const page = await overviewPage(db, { orgId, filter, isAscending, after, size })
    const ids = page.found.map(({ id }) => id)
    for (const row of await overviewRows(db, orgId, ids)) yield columns.map(({ cell }) => cell(row, language))
    exported += ids.length
    isComplete &&= page.isIndexed
    after = page.rest
    if (after === undefined) break
  }
  if (after !== undefined || !isComplete) yield [text(incomplete[language])]
}

export const exportedMax = 10_000
const pageSize = 200
/** Each looks at 5,000 documents at most, so that a filter that finds little costs little. */
const searchesMax = 60

const incomplete = {
  en: 'More documents may match. Narrow the filters to export them.',
  ar: 'قد توجد مستندات أخرى مطابقة. ضيّق عوامل التصفية لتصديرها.',
} as const

interface Column {
  readonly en: string
  readonly ar: string
  readonly cell: (row: OverviewRow, language: Language) => WrittenCell
}

const text = (value: string | null | undefined): WrittenCell => ({ kind: 'text', text: value ?? '' })
const amount = (value: string): WrittenCell => ({ kind: 'amount', text: value })

function momentOf(instant: number): WrittenCell {
  const [day, time] = gulfTime(instant)
  return { kind: 'moment', text: `${day} ${time.slice(0, 8)}` }
}

const columns: readonly Column[] = [
  { en: 'Document number', ar: 'رقم المستند', cell: ({ documentNumber }) => text(documentNumber) },
  { en: 'Kind', ar: 'النوع', cell: ({ family }, language) => text(familyTexts(family)[language]) },
  { en: 'Issue date', ar: 'تاريخ الإصدار', cell: ({ issueDate }) => ({ kind: 'day', text: issueDate }) },
  { en: 'Seller', ar: 'البائع', cell: ({ sellerName }) => text(sellerName) },
  { en: 'Buyer', ar: 'المشتري', cell: ({ buyerName }) => text(buyerName) },
  { en: 'Currency', ar: 'العملة', cell: ({ currency }) => text(currency) },
  { en: 'Amount due', ar: 'المبلغ المستحق', cell: ({ payableAmount }) => amount(payableAmount) },
  { en: 'VAT', ar: 'ضريبة القيمة المضافة', cell: ({ taxAmount }) => amount(taxAmount) },
  { en: 'Status', ar: 'الحالة', cell: (row, language) => text(standingWords[standingOf(row)][language]) },
  {
    en: 'Other party',
    ar: 'الطرف الآخر',
    cell: ({ c3 }, language) => text(standingWords[legStandingOf(c3)][language]),
  },
  {
    en: 'Tax authority',
    ar: 'الهيئة الاتحادية للضرائب',
    cell: ({ c5 }, language) => text(standingWords[legStandingOf(c5)][language]),
  },
  { en: 'Reason', ar: 'السبب', cell: ({ c3, c5 }) => text(c3?.reason ?? c5?.reason) },
  {
    en: 'Created (Gulf Standard Time)',
    ar: 'وقت الإنشاء (بتوقيت الخليج)',
    cell: ({ createdAt }) => momentOf(createdAt),
  },
  { en: 'Id', ar: 'المعرّف', cell: ({ id }) => text(id) },
  { en: 'Business profile', ar: 'بيانات المنشأة', cell: ({ profileId }) => text(profileId) },
]
