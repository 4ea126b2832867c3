import { type Family, familyTexts, isCreditNote } from '@selfbill/pint-ae/document'
import { gulfMoment, htmlOf } from '@selfbill/pint-ae/page'
import { Decimal, sum } from '@selfbill/schematron/decimal'
import { standingWords } from '../../api/documents/standing-words.ts'
import { harmless, rowOf } from '../../document-files/csv-text.ts'
import type { EvidenceFile } from '../../evidence/listed-member.ts'
import { type DocumentEvidence, inPieces } from '../../evidence/pack-period.ts'
import type { CompanyOfDocument } from '../../render/evidence-cover.ts'
import {
  type LinkedDocument,
  linkedDocumentsMax,
  type PeriodCoverFacts,
  periodCover,
} from '../../render/period-cover.ts'
import type { EvidenceSnapshot } from './snapshot.ts'

/** What people read in the evidence of a period: a list of its documents, and a cover page. */
export class PeriodOverview {
  readonly #rows: ListedRow[] = []
  readonly #linked: LinkedDocument[] = []
  readonly #kinds = new Map<Family, { family: Family; documents: number; withoutPack: number }>()
  readonly #companies = new Map<string, CompanyOfDocument>()
  readonly #isPrinted: boolean

  /** `isPrinted`: each pack should have its document as PDF. */
  constructor(isPrinted: boolean) {
    this.#isPrinted = isPrinted
  }

  add(snapshot: EvidenceSnapshot, { pack, printed, issue_date: issueDate }: DocumentEvidence): void {
    const { family, documentNumber, documentId, shown } = snapshot
    const { seller, buyer } = shown
    const [party, own] = family.startsWith('purchase') ? [seller, buyer] : [buyer, seller]
    const texts = [documentNumber, both(familyTexts(family)), issueDate, ...[party, own].flatMap(namesOf)]
    const { net, vat } = figuresInAed(family, shown.vatInAed)
    const closing = [
      both(standingWords[shown.status ?? 'unsent']),
      both(shown.isCounted ? yes : no),
      printed?.path ?? (this.#isPrinted && pack !== undefined ? both(tooLong) : ''),
      pack?.path ?? '',
      documentId,
    ]
    const line = lineOf([
      ...[...texts, shown.currency].map(harmless),
      ...[shown.payableAmount, shown.taxAmount, net, vat],
      ...closing.map(harmless),
    ])
    this.#rows.push({ number: documentNumber, line })
    this.#link(documentNumber, {
      issueDate,
      party: party.name ?? '',
      status: shown.status,
      path: printed?.path ?? pack?.path,
    })
    const key = own.trn ?? own.name ?? ''
    if (key !== '' && !this.#companies.has(key)) this.#companies.set(key, own)
    const kind = this.#kinds.get(family) ?? { family, documents: 0, withoutPack: 0 }
    kind.documents += 1
    if (pack === undefined) kind.withoutPack += 1
    this.#kinds.set(family, kind)
  }

  /** Keeps the documents that come first by number: dropped at times, so that few are in memory. */
  #link(number: string, document: Omit<LinkedDocument, 'number'>): void {
    this.#linked.push({ number, ...document })
    if (this.#linked.length < 2 * linkedDocumentsMax) return
    this.#linked.sort(byNumber).splice(linkedDocumentsMax)
  }

  files({ madeAt, ...facts }: Facts): readonly EvidenceFile[] {
    const rows = this.#rows.sort(byNumber).map(({ line }) => line)
    const cover = periodCover({
      ...facts,
      madeAt: gulfMoment(madeAt),
      kinds: [...this.#kinds.values()],
      companies: [...this.#companies.values()],
      documents: this.#linked.sort(byNumber).slice(0, linkedDocumentsMax),
    })
    return [
      {
        path: 'documents.csv',
        about: 'Every document, for people',
        content: inPieces([byteOrderMark, lineOf(headings.map(harmless)), ...rows]),
      },
      { path: 'cover.html', about: 'What this file is, for people', content: htmlOf(cover) },
    ]
  }
}

interface ListedRow {
  readonly number: string
  /** Bytes, since a text in memory would take twice as much. */
  readonly line: Uint8Array
}

interface Facts extends Omit<PeriodCoverFacts, 'madeAt' | 'kinds' | 'companies' | 'documents'> {
  /** ms since 1970. */
  readonly madeAt: number
}

/** As people count: 9 before 10. */
function byNumber(one: { readonly number: string }, other: { readonly number: string }): number {
  return numbers.compare(one.number, other.number)
}

const numbers = new Intl.Collator('en', { numeric: true })

/** As in the file of the VAT return: those of a credit note are negative. */
function figuresInAed(family: Family, vatInAed = ''): { readonly net: string; readonly vat: string } {
  if (vatInAed === '') return { net: '', vat: '' }
  const categories = vatInAed.split(';').map((figures) => figures.split(' ').slice(1))
  const total = (at: 0 | 1) => {
    const amount = sum(categories.map((figures) => Decimal.from(figures[at] ?? '0')))
    return (isCreditNote(family) ? amount.negated() : amount).toString()
  }
  return { net: total(0), vat: total(1) }
}

const yes = { en: 'Yes', ar: 'نعم' }
const no = { en: 'No', ar: 'لا' }
/** In place of a PDF. */
const tooLong = { en: 'takes too long to print', ar: 'تستغرق طباعته وقتًا أطول من اللازم' }

/** In both languages: the file is kept for years, and its reader is not known yet. */
function both({ en, ar }: { readonly en: string; readonly ar: string }): string {
  return `${en} / ${ar}`
}

const headings = [
  'Document number / رقم المستند',
  'Kind / النوع',
  'Issue date / تاريخ الإصدار',
  'Supplier or customer / المورّد أو العميل',
  'TRN / رقم التسجيل الضريبي',
  'Own company / المنشأة',
  'Own TRN / رقم تسجيلها الضريبي',
  'Currency / العملة',
  'Amount due / المبلغ المستحق',
  'VAT / ضريبة القيمة المضافة',
  'Net in AED, credit notes negative / الصافي بالدرهم، والإشعارات الدائنة سالبة',
  'VAT in AED, credit notes negative / الضريبة بالدرهم، والإشعارات الدائنة سالبة',
  'Status / الحالة',
  'In the VAT return / في الإقرار الضريبي',
  'PDF / ملف PDF',
  'Evidence / حزمة الإثبات',
  'Id / المعرّف',
]

function namesOf({ name = '', trn = '' }: EvidenceSnapshot['shown']['seller']): readonly string[] {
  return [name, trn]
}

function lineOf(cells: readonly string[]): Uint8Array {
  return Buffer.from(`${rowOf(cells, ',')}\r\n`)
}

/** Spreadsheets read the file as UTF-8. */
const byteOrderMark = Buffer.from('\ufeff')
