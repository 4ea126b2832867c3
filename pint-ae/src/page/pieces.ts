import type { DocumentView } from './document-view.ts'
import { type Cell, type Fact, figure, type Piece, phrase } from './page.ts'

/** A value counts as a figure if all its letters are ASCII. */
export function piece(value: string): Piece {
  return /^[\x20-\x7e]*$/.test(value) ? figure(value) : phrase(value)
}

/** The facts that have a value. */
export function facts(pairs: readonly (readonly [string, string | undefined])[]): readonly Fact[] {
  return pairs.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value: piece(value) }],
  )
}

/** Joins the existing parts; undefined without any. */
export function joined(between: string, ...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : present.join(between)
}

export function cell(main: Piece, ...below: readonly Piece[]): Cell {
  return { main, below }
}

/** `2026-07-01 – 2026-07-31`; undefined without either date. */
export function periodOf(period: DocumentView | undefined): string | undefined {
  const { start, end } = { start: period?.text('start_date'), end: period?.text('end_date') }
  return start === undefined && end === undefined ? undefined : `${start ?? '…'} – ${end ?? '…'}`
}
