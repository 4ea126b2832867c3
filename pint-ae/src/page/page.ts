/**
 * A document for people to read: blocks in order, without layout, in one language or with our words
 * in both. HTML and PDF are both made from it, so they have the same content.
 */
export interface Page {
  /** Of a bilingual page English: it is read from left to right. */
  readonly language: Language
  readonly isBilingual: boolean
  /** "Tax Invoice created by buyer SB-000001", for the window title and the PDF's properties. */
  readonly title: string
  readonly kind: Label
  readonly number: string
  readonly status: Status
  /** The picture of who issued it. */
  readonly logo?: PageLogo
  /** Large letters across every page; null without any. */
  readonly mark: string | null
  readonly blocks: readonly Block[]
  /** The foot of every page. */
  readonly foot: Label
}

export type Language = 'en' | 'ar'
export const pageLanguages = ['en', 'ar', 'bilingual'] as const
/** `bilingual`: our words in English and Arabic, side by side. */
export type PageLanguage = (typeof pageLanguages)[number]

/** Our own words: in the language of the page, or on a bilingual page in both. */
export type Label = string | { readonly en: string; readonly ar: string }

export interface PageLogo {
  readonly type: 'image/png' | 'image/jpeg'
  readonly base64: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** The status of the document when it was printed. */
export interface Status {
  readonly text: Label
  readonly mood: 'good' | 'bad' | 'open'
  readonly details: readonly Label[]
}

export type Block =
  | {
      readonly kind: 'facts'
      readonly title: Label | null
      readonly facts: readonly Fact[]
      /** One below the other, for long values. */
      readonly isList?: boolean
    }
  | { readonly kind: 'parties'; readonly parties: readonly PartyBlock[] }
  | {
      readonly kind: 'table'
      readonly title: Label
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly Cell[])[]
    }
  /** Amounts in a column; the strong ones are those a reader looks for. */
  | { readonly kind: 'sums'; readonly title: Label; readonly sums: readonly Sum[] }
  /** `arabic`: the same in Arabic, where it differs on a bilingual page. */
  | { readonly kind: 'text'; readonly title: Label | null; readonly text: string; readonly arabic?: string }

export interface Fact {
  readonly label: Label
  readonly value: Piece
  /** The same in Arabic, where it differs on a bilingual page. */
  readonly arabic?: Piece
}

export interface PartyBlock {
  readonly role: Label
  readonly name: string
  readonly lines: readonly Piece[]
  readonly facts: readonly Fact[]
}

export interface Column {
  readonly title: Label
  /** `figure`: numbers, aligned to the right in every language; `wide`: takes the remaining width. */
  readonly width: 'narrow' | 'figure' | 'wide'
}

/** The main text of a cell, with smaller text below. */
export interface Cell {
  readonly main: Piece
  readonly below: readonly Piece[]
}

export interface Sum {
  readonly label: Label
  readonly amount: Piece
  /** The amount in AED; null on a document in AED. */
  readonly inAed: Piece | null
  readonly isStrong: boolean
}

/**
 * Words follow the direction of their language. A figure (amount, date, number, code) always runs
 * left to right.
 */
export type Piece = { readonly words: string } | Figure

interface Figure {
  readonly figure: string
  /** A file beside the page, for its HTML: an encoded relative address. */
  readonly link?: string
}

export function phrase(text: string): Piece {
  return { words: text }
}

export function figure(text: string): Piece {
  return { figure: text }
}
