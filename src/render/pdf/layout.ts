import {
  type Block,
  type Fact,
  type Label,
  type Language,
  type Page,
  type PageLogo,
  type PartyBlock,
  type Sum,
  wordsIn,
} from '@selfbill/pint-ae/page'
import { hasOnlyKnownLetters } from './described-pdf.ts'
import { lettersWithoutFont } from './font-letters.ts'
import { type LaidPiece, laidPiece, textOf } from './laid-piece.ts'
import { type LaidTable, laidTable } from './laid-table.ts'
import { fontsFor, pageFonts } from './page-fonts.ts'

/** The input of the typesetter, for a page or a part of one. It moves between threads. */
export interface Layout {
  /** JSON that page.typ reads. */
  readonly data: string
  /** The UBL document that the PDF contains; null without one. */
  readonly ubl: Uint8Array | null
  /** The picture at the top; null without one. */
  readonly logo: Uint8Array | null
  /** Whether the PDF may claim conformance to PDF/A and PDF/UA. */
  readonly isConformant: boolean
}

/** The parts of a page that page.typ lays out separately: a section, or the feet of all pages. */
export type Part = { readonly continues: boolean } | { readonly feet: number }

/** A page whose texts and tables are ready for page.typ. */
export interface LaidPage {
  readonly page: Page
  readonly blocks: readonly LaidBlock[]
  /** The families of fonts that its texts need. */
  readonly fonts: readonly string[]
  readonly isConformant: boolean
}

/** In a table of more than `cellsMax` rows, the figures of a row share a cell. */
export function laidPage(page: Page, cellsMax = usualCellsMax): LaidPage {
  const { logo: _, ...said } = page
  const text = JSON.stringify(said)
  const isConformant = hasOnlyKnownLetters(text)
  return {
    page: isConformant ? page : withMissingLetters(page, lettersWithoutFont(text)),
    blocks: page.blocks.map((block) => laidBlock(block, page, cellsMax)),
    fonts: [...new Set([...pageFonts, ...fontsFor(text)].map(({ family }) => family))],
    isConformant,
  }
}

/** A reader must know that a box stands for a letter, and for which. */
function withMissingLetters(page: Page, letters: readonly string[]): Page {
  if (letters.length === 0) return page
  const codes = letters.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
  const shown = [...codes.slice(0, codesMax), ...(codes.length > codesMax ? ['…'] : [])].join(', ')
  const said = (language: Language) => wordsIn(language).missingLetters.replace('{letters}', shown)
  const label = page.isBilingual ? { en: said('en'), ar: said('ar') } : said(page.language)
  return { ...page, status: { ...page.status, details: [...page.status.details, label] } }
}

const codesMax = 8

/** The layout of the whole page, without a `part`, or of a part with these blocks. */
export function layoutOf({ page, fonts, isConformant }: LaidPage, { part, blocks, ubl }: PartToLay): Layout {
  const { language } = page
  const words = wordsIn(language)
  const logo = part !== null && !('continues' in part && !part.continues) ? undefined : page.logo
  const data = {
    ...page,
    logo: logo === undefined ? null : { format: logo.type === 'image/png' ? 'png' : 'jpg', ...printedSize(logo) },
    number: laidPiece({ figure: page.number }, language),
    blocks,
    fonts,
    pageWords: page.isBilingual ? bothPageWords : { page: words.page, of: words.pageOf },
    part,
    tail: tailOf(blocks),
    attachment: ubl === null ? null : { name: `${fileNameOf(page.number)}.xml`, description: words.ublDescription },
  }
  const picture = logo === undefined ? null : Buffer.from(logo.base64, 'base64')
  return { data: JSON.stringify(data), ubl, logo: picture, isConformant: part === null && isConformant }
}

interface PartToLay {
  readonly part: Part | null
  readonly blocks: readonly LaidBlock[]
  readonly ubl: Uint8Array | null
}

/** Whether the page is laid out in sections: its first table has more than 2,000 rows. */
export function isLong(page: Page): boolean {
  const table = page.blocks.find((block) => block.kind === 'table')
  return table !== undefined && table.rows.length > wholeRowsMax
}

export interface PdfOptions {
  /** The UBL document to put into the PDF. */
  readonly ubl?: Uint8Array | null
  readonly cellsMax?: number
}

export type LaidBlock =
  | LaidTable
  | { readonly kind: 'facts' | 'long facts'; readonly title: Label | null; readonly facts: readonly LaidFact[] }
  | { readonly kind: 'parties'; readonly parties: readonly object[] }
  | { readonly kind: 'sums'; readonly title: Label; readonly sums: readonly object[] }
  | { readonly kind: 'text'; readonly title: Label | null; readonly text: LaidPiece; readonly arabic: LaidPiece | null }

interface LaidFact {
  readonly label: Label
  readonly value: LaidPiece
  readonly arabic: LaidPiece | null
}

function laidBlock(block: Block, { language }: Page, cellsMax: number): LaidBlock {
  const fact = ({ label, value, arabic }: Fact) => ({
    label,
    value: laidPiece(value, language),
    arabic: arabic === undefined ? null : laidPiece(arabic, 'ar'),
  })
  const party = ({ lines, facts, name, ...rest }: PartyBlock) => ({
    ...rest,
    name: laidPiece({ words: name }, language),
    lines: lines.map((line) => laidPiece(line, language)),
    facts: facts.map(fact),
  })
  const sum = ({ amount, inAed, ...rest }: Sum) => ({
    ...rest,
    amount: laidPiece(amount, language),
    inAed: inAed === null ? null : laidPiece(inAed, language),
  })
  if (block.kind === 'table') return laidTable(block, language, cellsMax)
  if (block.kind === 'parties') return { kind: 'parties', parties: block.parties.map(party) }
  if (block.kind === 'sums') return { ...block, sums: block.sums.map(sum) }
  if (block.kind === 'text')
    return {
      ...block,
      text: laidPiece({ words: block.text }, language),
      arabic: block.arabic === undefined ? null : laidPiece({ words: block.arabic }, 'ar'),
    }
  return {
    kind: block.isList === true || block.facts.length === 1 || block.facts.some(isSentence) ? 'long facts' : 'facts',
    title: block.title,
    facts: block.facts.map(fact),
  }
}

/** As large as fits into a box at the top, in mm. */
function printedSize({ width, height }: PageLogo): { readonly width: number; readonly height: number } {
  const scale = Math.min(logoBox.width / width, logoBox.height / height)
  return { width: width * scale, height: height * scale }
}

const logoBox = { width: 60, height: 16 }

/** The first block after the last table, if what follows it is short; else past the end. */
function tailOf(blocks: readonly LaidBlock[]): number {
  const first = 1 + blocks.findLastIndex(({ kind }) => kind === 'table')
  return JSON.stringify(blocks.slice(first)).length > tailMax ? blocks.length : first
}

/** A third of a page. */
const tailMax = 4_000

const bothPageWords = {
  page: { en: wordsIn('en').page, ar: wordsIn('ar').page },
  of: { en: wordsIn('en').pageOf, ar: wordsIn('ar').pageOf },
}

/** Too long for a column of facts. */
function isSentence({ value }: Fact): boolean {
  return 'words' in value && Buffer.byteLength(textOf(value)) > 60
}

/** A name that every file system accepts. */
function fileNameOf(number: string): string {
  return number.replaceAll(/[^A-Za-z0-9._-]/g, '_')
}

const usualCellsMax = 1000
const wholeRowsMax = 2000
