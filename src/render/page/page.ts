/**
 * A document as a person reads it: blocks in order, in one language, without a word of layout. The
 * HTML and the PDF are both made of this, so they cannot say different things.
 */
export interface Page {
  readonly language: Language
  /** "Self-billed tax invoice SB-000001", for the window and the PDF's properties. */
  readonly title: string
  readonly kind: string
  readonly number: string
  readonly status: Status
  readonly blocks: readonly Block[]
  /** Stands at the foot of every page. */
  readonly foot: string
}

export type Language = 'en' | 'ar'

/** Where the document stood when it was printed. */
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
  /** Amounts under one another; the strong ones are what a reader looks for. */
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
  /** `figure`: numbers, set at the end of the column; `wide`: takes the room that is left. */
  readonly width: 'narrow' | 'figure' | 'wide'
}

/** A cell: what it says, and smaller beneath it what belongs to it. */
export interface Cell {
  readonly main: Piece
  readonly below: readonly Piece[]
}

export interface Sum {
  readonly label: string
  readonly amount: Piece
  /** The same in AED; null on a document in AED. */
  readonly inAed: Piece | null
  readonly isStrong: boolean
}

/**
 * Words run as their language does; a figure (amount, date, number, code) runs left to right
 * wherever it stands.
 */
export type Piece = { readonly words: string } | { readonly figure: string }

export function phrase(text: string): Piece {
  return { words: text }
}

export function figure(text: string): Piece {
  return { figure: text }
}
