import { type Family, familyTexts } from '@selfbill/pint-ae/document'
import type { Block, Cell, Page } from '@selfbill/pint-ae/page'
import {
  type CompanyOfDocument,
  checkBlocks,
  madeAt,
  type NamedOrganisation,
  originFacts,
  words as packWords,
  type SigningService,
  statusText,
  table,
} from './evidence-cover.ts'

/**
 * The first page of the evidence of a period for the person who opens it: which documents it
 * proves, what each file is, and how to check all of it. In English and Arabic.
 */
export function periodCover(of: PeriodCoverFacts): Page {
  const { from, to, isSandbox, organisation, companies, service, kinds, documents } = of
  const all = kinds.reduce((sum, { documents }) => sum + documents, 0)
  return {
    language: 'en',
    isBilingual: true,
    title: `Evidence ${from} to ${to}`,
    kind: packWords.title,
    number: `${from} – ${to}`,
    status: {
      text: { en: `Documents: ${all}`, ar: `المستندات: ${all}` },
      mood: 'open',
      details: [madeAt(of.madeAt)],
    },
    mark: isSandbox ? 'SANDBOX' : null,
    blocks: [
      { kind: 'text', title: packWords.aboutTitle, text: words.about.en, arabic: words.about.ar },
      { kind: 'facts', title: null, facts: originFacts(organisation, companies, service), isList: true },
      table(
        words.kinds,
        [words.kind, words.count, words.withoutPack],
        kinds.map(({ family, documents, withoutPack }) => {
          const title = familyTexts(family)
          return [{ main: { words: title.en }, below: [{ words: title.ar }] }, String(documents), String(withoutPack)]
        }),
      ),
      table(
        packWords.files,
        [packWords.path, packWords.contains],
        words.files.map(([path, about]) => [path, { main: { words: about.en }, below: [{ words: about.ar }] }]),
      ),
      ...checkBlocks(service, words.contents),
      ...(documents.length === 0 ? [] : [documentTable(documents, all)]),
    ],
    foot: packWords.foot,
  }
}

export interface PeriodCoverFacts {
  /** Issue dates, both included. */
  readonly from: string
  readonly to: string
  /** `2026-08-02 04:30`, Gulf Standard Time */
  readonly madeAt: string
  readonly isSandbox: boolean
  readonly organisation: NamedOrganisation
  /** Those that issued the documents. */
  readonly companies: readonly CompanyOfDocument[]
  readonly service: SigningService
  /** In the order of their numbers; a page has the first ones. */
  readonly documents: readonly LinkedDocument[]
  readonly kinds: readonly {
    readonly family: Family
    readonly documents: number
    readonly withoutPack: number
  }[]
}

export interface LinkedDocument {
  readonly number: string
  readonly issueDate: string
  readonly party: string
  readonly status: string | null
  /** The file for people: the PDF, or else the pack; undefined without one. */
  readonly path: string | undefined
}

/** A page of more documents takes too long to open. */
export const linkedDocumentsMax = 1_000

function documentTable(documents: readonly LinkedDocument[], all: number): Block {
  const rows = documents.map(({ number, issueDate, party, status, path }): readonly Cell[] => {
    const link = path?.split('/').map(encodeURIComponent).join('/')
    const { en, ar } = statusText(status)
    return [
      { main: { figure: number, ...(link !== undefined && { link }) }, below: [] },
      { main: { figure: issueDate }, below: [] },
      { main: { words: en }, below: [{ words: ar }] },
      { main: { words: party }, below: [] },
    ]
  })
  const rest: readonly Cell[] = [
    { main: { figure: '…' }, below: [] },
    { main: { figure: '…' }, below: [] },
    { main: { figure: '…' }, below: [] },
    { main: { words: words.inList.en }, below: [{ words: words.inList.ar }] },
  ]
  return table(
    words.documents,
    [words.number, words.issueDate, packWords.status, words.party],
    all > documents.length ? [...rows, rest] : rows,
  )
}

const words = {
  about: {
    en:
      'This file proves every document that the organisation issued with an issue date in this period. ' +
      'Each document has a pack of its own, named by its number, which can also be checked alone.',
    ar:
      'يثبت هذا الملف كل مستند أصدرته المنشأة بتاريخ إصدار ضمن هذه الفترة. ' +
      'لكل مستند حزمة خاصة به تحمل رقمه، ويمكن التحقق منها وحدها.',
  },
  contents: {
    en:
      'documents.ndjson names every pack with its digest: a fingerprint (SHA-256) that differs as soon as one sign ' +
      'of the file differs. manifest.json names every other file with its digest, and manifest.jws is the signature ' +
      'of the service over it.',
    ar:
      'يذكر documents.ndjson كل حزمة مع بصمتها (SHA-256)، وهي تختلف متى اختلف رمز واحد في الملف. ' +
      'ويذكر manifest.json كل ملف آخر مع بصمته، وفي manifest.jws توقيع الخدمة عليه.',
  },
  documents: { en: 'Documents', ar: 'المستندات' },
  kinds: { en: 'Documents by kind', ar: 'المستندات حسب النوع' },
  number: { en: 'Document number', ar: 'رقم المستند' },
  issueDate: { en: 'Issue date', ar: 'تاريخ الإصدار' },
  party: { en: 'Supplier or customer', ar: 'المورّد أو العميل' },
  inList: { en: 'documents.csv has all of them', ar: 'يضم documents.csv جميعها' },
  kind: { en: 'Kind', ar: 'النوع' },
  count: { en: 'Documents', ar: 'المستندات' },
  withoutPack: { en: 'Without a pack: too large, or content removed', ar: 'دون حزمة: كبيرة جدا أو أزيل محتواها' },
  files: [
    ['documents.csv', { en: 'The list of documents, for a spreadsheet', ar: 'قائمة المستندات لجدول بيانات' }],
    [
      '…/NUMBER.zip',
      {
        en: 'The pack of a document. A sign that a file name cannot have is written _',
        ar: 'حزمة مستند. تُكتب _ بدل كل رمز لا يُسمح به في اسم ملف',
      },
    ],
    [
      '…/NUMBER.pdf',
      {
        en:
          'The printed document, if printed pages were asked for; it is in its pack too. Not for a document that ' +
          'takes too long to print: documents.csv says which',
        ar:
          'المستند المطبوع إذا طُلبت الصفحات المطبوعة، وهو في حزمته أيضا. ولا يوجد لمستند تستغرق طباعته وقتًا أطول ' +
          'من اللازم: يذكره documents.csv',
      },
    ],
    [
      'documents.ndjson',
      { en: 'The same list for programs, with the digest of each pack', ar: 'القائمة نفسها للبرامج، مع بصمة كل حزمة' },
    ],
    ['keys.json', { en: 'The public keys of the service', ar: 'المفاتيح العامة للخدمة' }],
  ],
} as const
