/**
 * A document for people to read: blocks in order, in one language, without layout. HTML and PDF are
 * both made from it, so they have the same content.
 */
export interface Page {
  readonly language: Language
  /** "Tax Invoice created by buyer SB-000001", for the window title and the PDF's properties. */
  readonly title: string
  readonly kind: string
  readonly number: string
  readonly status: Status
  /** Large letters across every page; null without any. */
  readonly mark: string | null
  readonly blocks: readonly Block[]
  /** The foot of every page. */
  readonly foot: string
}

export type Language = 'en' | 'ar'

/** The status of the document when it was printed. */
export interface Status {
  readonly text: string
  readonly mood: 'good' | 'bad' | 'open'
  readonly details: readonly string[]
}

export type Block =
  | { readonly kind: 'facts'; readonly title: string | null; readonly facts: readonly Fact[] }
  | { readonly kind: 'parties'; readonly parties: readonly PartyBlock[] }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly Cell[])[]
    }
  /** Amounts in a column; the strong ones are those a reader looks for. */
  | { readonly kind: 'sums'; readonly title: string; readonly sums: readonly Sum[] }
  | { readonly kind: 'text'; readonly title: string; readonly text: string }

export interface Fact {
  readonly label: string
  readonly value: Piece
}

export interface PartyBlock {
  readonly role: string
  readonly name: string
  readonly lines: readonly Piece[]
  readonly facts: readonly Fact[]
}

export interface Column {
  readonly title: string
  /** `figure`: numbers, aligned to the end of the column; `wide`: takes the remaining width. */
  readonly width: 'narrow' | 'figure' | 'wide'
}

/** The main text of a cell, with smaller text below. */
export interface Cell {
  readonly main: Piece
  readonly below: readonly Piece[]
}

export interface Sum {
  readonly label: string
  readonly amount: Piece
  /** The amount in AED; null on a document in AED. */
  readonly inAed: Piece | null
  readonly isStrong: boolean
}

/**
 * Words follow the direction of their language. A figure (amount, date, number, code) always runs
 * left to right.
 */
export type Piece = { readonly words: string } | { readonly figure: string }

export function phrase(text: string): Piece {
  return { words: text }
}

export function figure(text: string): Piece {
  return { figure: text }
}
