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
      details: [madeAt(of.madeAt)],
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
  readonly organisation: NamedOrganisation
  /** The company that issued the document. */
  readonly company: CompanyOfDocument
  readonly sequence: number
  readonly revision: number
  readonly overallStatus: string | null
  readonly isSandbox: boolean
  readonly service: SigningService
  /** `2026-08-02 04:30`, Gulf Standard Time */
  readonly madeAt: string
  readonly transmissions: readonly { readonly corner: string; readonly status: string; readonly uuid: string }[]
  readonly files: readonly { readonly path: string; readonly about: string }[]
  /** Name and SHA-256 of each link of the chain; empty for a document from before it. */
  readonly chain: readonly (readonly [name: string, digest: string])[]
}

export interface NamedOrganisation {
  readonly id: string
  readonly name: string
}

export interface CompanyOfDocument {
  readonly name: string | undefined
  readonly trn: string | undefined
}

/** Who signed: the issuer of the keys, and where others reach it if that is known. */
export interface SigningService {
  readonly issuer: string
  readonly address: string | undefined
}

export function madeAt(moment: string): Label {
  return { en: `Made at ${moment} (UTC+4)`, ar: `أُعدت في \u2066${moment} (UTC+4)\u2069` }
}

/** Whose evidence it is, which companies have documents in it, and who signed it. */
export function originFacts(
  organisation: NamedOrganisation,
  companies: readonly CompanyOfDocument[],
  { issuer, address }: SigningService,
): readonly Fact[] {
  return [
    { label: words.organisation, value: { words: `${organisation.name} (${organisation.id})` } },
    ...companies.map(({ name = '', trn = '' }) => ({
      label: words.company,
      value: { words: [name, `TRN ${trn}`].filter((part) => part !== '').join(', ') },
    })),
    fact(words.issuer, address === undefined ? issuer : `${issuer}, ${address}`),
  ]
}

/** How somebody without an account checks the file, and what the result means. */
export function checkBlocks({ address = '' }: SigningService, contents: { en: string; ar: string }): readonly Block[] {
  const keys = `${address}/.well-known/evidence-keys.json`
  const { check, meaning } = words
  return [
    {
      kind: 'text',
      title: words.checkTitle,
      text: [contents.en, ...check.en].join('\n').replace('{keys}', keys),
      arabic: [contents.ar, ...check.ar].join('\n').replace('{keys}', `\u2066${keys}\u2069`),
    },
    { kind: 'text', title: words.meaningTitle, text: meaning.en, arabic: meaning.ar },
  ]
}

function blocksOf(of: CoverFacts): readonly Block[] {
  const family = familyTexts(of.family)
  const facts: readonly Fact[] = [
    { label: words.document, value: { words: family.en }, arabic: { words: family.ar } },
    fact(words.documentId, of.documentId),
    fact(words.sequence, String(of.sequence)),
    fact(words.revisions, String(of.revision)),
    ...originFacts(of.organisation, [of.company], of.service),
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
    ...checkBlocks(of.service, words.contents),
  ]
}

/** More are in the manifest. */
const filesMax = 300

export function table(title: Label, titles: readonly Label[], rows: readonly (readonly (string | Cell)[])[]): Block {
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

export function statusText(status: string | null): { readonly en: string; readonly ar: string } {
  const name = (language: 'en' | 'ar') => {
    const names: Readonly<Record<string, string>> = wordsIn(language).status
    return names[status ?? 'none'] ?? status ?? ''
  }
  return { en: name('en'), ar: name('ar') }
}

export const words = {
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
  company: { en: 'Company', ar: 'الشركة' },
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
  contents: {
    en:
      'manifest.json names every file with its digest: a fingerprint (SHA-256) that differs as soon as one sign ' +
      'of the file differs. manifest.jws is the signature of the service over it.',
    ar:
      'يذكر manifest.json كل ملف مع بصمته (SHA-256)، وهي تختلف متى اختلف رمز واحد في الملف. ' +
      'وفي manifest.jws توقيع الخدمة عليه.',
  },
  check: {
    en: [
      '1. Take the keys from the service itself, never from this file, and save them as KEYS.json: {keys}',
      '2. The program is part of Selfbill, which is open source (Apache-2.0). Ask the organisation for a copy; it ' +
        'needs Node.js 24, and neither an account nor the service.',
      '3. In the folder of the program, run: bin/selfbill verify --keys KEYS.json FILE.zip',
    ],
    ar: [
      '1. خذ المفاتيح من الخدمة نفسها وليس من هذا الملف، واحفظها باسم KEYS.json: {keys}',
      '2. البرنامج جزء من Selfbill، وهو مفتوح المصدر (Apache-2.0). اطلب نسخة منه من المنشأة. ' +
        'يحتاج إلى Node.js 24 ولا يحتاج إلى حساب ولا إلى الخدمة.',
      '3. نفّذ في مجلد البرنامج: \u2066bin/selfbill verify --keys KEYS.json FILE.zip\u2069',
    ],
  },
  meaningTitle: { en: 'What the result means', ar: 'معنى النتيجة' },
  meaning: {
    en:
      'The last line is "sound": the service signed this file, and nothing in it was changed, added or taken out ' +
      'since. Each document also carries the digest of the document of its kind before it (the chain), so a document ' +
      'that was changed or left out between two others shows. The check says nothing about whether amounts are ' +
      'right. "unverified": no keys were given. "Verification failed": do not rely on the file.',
    ar:
      'السطر الأخير "sound": وقّعت الخدمة هذا الملف، ولم يُغيَّر فيه شيء ولم يُضف ولم يُحذف منذ ذلك الحين. ' +
      'ويحمل كل مستند أيضا بصمة المستند السابق له من نوعه (السلسلة)، فيظهر أي مستند غُيّر أو أُسقط بين مستندين. ' +
      'ولا يبيّن التحقق هل المبالغ صحيحة. "unverified": لم تُعطَ مفاتيح. ' +
      '"Verification failed": لا تعتمد على الملف.',
  },
  foot: { en: 'Evidence pack of Selfbill', ar: 'حزمة إثبات من Selfbill' },
} as const
