import { type Family, familyTexts } from '@selfbill/pint-ae/document'
import { type Block, type Cell, type Fact, type Label, type Page, wordsIn } from '@selfbill/pint-ae/page'

/**
 * The first page of an evidence pack for the person who opens it: which document it proves, who
 * made it and when, what was sent, what each file is, and how to check all of it. In English and
 * Arabic.
 */
export function evidenceCover(of: CoverFacts): Page {
  return {
    language: 'en',
    isBilingual: true,
    title: `Evidence ${of.documentNumber}`,
    kind: words.title,
    number: of.documentNumber,
    status: {
      text: statusText(of.overallStatus),
      mood: of.overallStatus === 'APPROVED' ? 'good' : of.overallStatus === 'REJECTED' ? 'bad' : 'open',
      details: [{ en: `Made at ${of.madeAt}`, ar: `أُعدت في \u2066${of.madeAt}\u2069` }],
    },
    mark: of.isSandbox ? 'SANDBOX' : null,
    blocks: blocksOf(of),
    foot: words.foot,
  }
}

export interface CoverFacts {
  readonly family: Family
  readonly documentNumber: string
  readonly documentId: string
  readonly orgId: string
  readonly sequence: number
  readonly revision: number
  readonly overallStatus: string | null
  readonly isSandbox: boolean
  readonly issuer: string
  /** `2026-08-02 00:30:00Z` */
  readonly madeAt: string
  readonly transmissions: readonly { readonly corner: string; readonly status: string; readonly uuid: string }[]
  readonly files: readonly { readonly path: string; readonly about: string }[]
  /** Name and SHA-256 of each link of the chain; empty for a document from before it. */
  readonly chain: readonly (readonly [name: string, digest: string])[]
}

function blocksOf(of: CoverFacts): readonly Block[] {
  const family = familyTexts(of.family)
  const facts: readonly Fact[] = [
    { label: words.document, value: { words: family.en }, arabic: { words: family.ar } },
    fact(words.documentId, of.documentId),
    fact(words.sequence, String(of.sequence)),
    fact(words.revisions, String(of.revision)),
    fact(words.organisation, of.orgId),
    fact(words.issuer, of.issuer),
  ]
  const files = of.files.slice(0, filesMax)
  return [
    { kind: 'text', title: words.aboutTitle, text: words.about.en, arabic: words.about.ar },
    { kind: 'facts', title: null, facts, isList: true },
    ...(of.transmissions.length === 0
      ? []
      : [
          table(
            words.transmissions,
            [words.leg, words.status, words.uuid],
            of.transmissions.map(({ corner, status, uuid }) => [legName(of.family, corner), status, uuid]),
          ),
        ]),
    table(
      words.files,
      [words.path, words.contains],
      [...files, ...(of.files.length > files.length ? [{ path: '…', about: '…' }] : [])].map(({ path, about }) => [
        path,
        about,
      ]),
    ),
    ...(of.chain.length === 0
      ? []
      : [
          {
            kind: 'facts',
            title: words.chain,
            facts: of.chain.map(([name, digest]) => fact(name, digest)),
            isList: true,
          } as const,
        ]),
    { kind: 'text', title: words.checkTitle, text: words.check.en, arabic: words.check.ar },
  ]
}

/** More are in the manifest. */
const filesMax = 300

function table(title: Label, titles: readonly Label[], rows: readonly (readonly (string | Cell)[])[]): Block {
  const columns = titles.map((one, at) => ({
    title: one,
    width: at === titles.length - 1 ? ('wide' as const) : ('narrow' as const),
  }))
  const cellOf = (it: string | Cell): Cell => (typeof it === 'string' ? { main: { figure: it }, below: [] } : it)
  return { kind: 'table', title, columns, rows: rows.map((row) => row.map(cellOf)) }
}

function fact(label: Label, value: string): Fact {
  return { label, value: { figure: value } }
}

function legName(family: Family, corner: string): Cell {
  const side = family.startsWith('purchase') ? 'purchase' : 'sales'
  const name = (language: 'en' | 'ar') => {
    const { participant, authority } = wordsIn(language)
    return corner === 'C5' ? authority : participant[side]
  }
  return { main: { words: name('en') }, below: [{ words: name('ar') }] }
}

function statusText(status: string | null): Label {
  const name = (language: 'en' | 'ar') => {
    const names: Readonly<Record<string, string>> = wordsIn(language).status
    return names[status ?? 'none'] ?? status ?? ''
  }
  return { en: name('en'), ar: name('ar') }
}

const words = {
  title: { en: 'Evidence', ar: 'حزمة الإثبات' },
  aboutTitle: { en: 'What this is', ar: 'ما هذه الحزمة' },
  about: {
    en:
      'This file holds everything that the service received, computed, sent and was answered about one document. ' +
      'document.pdf is the document for reading; the XML document is the one that counts.',
    ar:
      'يضم هذا الملف كل ما استلمته الخدمة واحتسبته وأرسلته وما ورد ردا عليه بشأن مستند واحد. ' +
      'الملف document.pdf للقراءة، والمعتمد هو مستند XML.',
  },
  document: { en: 'Document', ar: 'المستند' },
  documentId: { en: 'Document id', ar: 'معرف المستند' },
  sequence: { en: 'Sequence', ar: 'التسلسل' },
  revisions: { en: 'Revisions', ar: 'المراجعات' },
  organisation: { en: 'Organisation', ar: 'المنشأة' },
  issuer: { en: 'Service', ar: 'الخدمة' },
  transmissions: { en: 'Transmissions', ar: 'عمليات الإرسال' },
  leg: { en: 'To', ar: 'إلى' },
  status: { en: 'Status', ar: 'الحالة' },
  uuid: { en: 'Transmission', ar: 'عملية الإرسال' },
  files: { en: 'Files', ar: 'الملفات' },
  path: { en: 'File', ar: 'الملف' },
  contains: { en: 'What it is', ar: 'المحتوى' },
  chain: { en: 'Chain of documents', ar: 'سلسلة المستندات' },
  checkTitle: { en: 'How to check it', ar: 'كيفية التحقق' },
  check: {
    en:
      'manifest.json names every file with its SHA-256 digest, and manifest.jws is the signature ' +
      'of the service over it. ' +
      'The command "selfbill verify --keys KEYS.json FILE.zip" checks the signature, ' +
      'every file and the chain without the service. ' +
      'Take KEYS.json from the service itself (/.well-known/evidence-keys.json), never from this file.',
    ar:
      'يذكر manifest.json كل ملف مع بصمته SHA-256، وفي manifest.jws توقيع الخدمة عليه. ' +
      'الأمر "selfbill verify --keys KEYS.json FILE.zip" يتحقق من التوقيع وكل ملف والسلسلة دون الخدمة. ' +
      'خذ KEYS.json من الخدمة نفسها (/.well-known/evidence-keys.json) وليس من هذا الملف.',
  },
  foot: { en: 'Evidence pack of Selfbill', ar: 'حزمة إثبات من Selfbill' },
} as const
