import type { Language, Piece } from '@selfbill/pint-ae/page'
import { longWord, withBreaks } from './long-words.ts'

/**
 * A text as page.typ sets it: in parts if it has long words, which may break between the parts.
 * Isolated from the direction of its neighbours, unless all of them run left to right: figures
 * always run left to right, words by their first strong letter.
 */
export type LaidPiece = string | readonly string[]

export function laidPiece(piece: Piece, language: Language): LaidPiece {
  const text = 'figure' in piece ? piece.figure : piece.words
  const isPlain = language === 'en' && onlyLeftToRight.test(text)
  const isolated = isPlain ? text : `${'figure' in piece ? '\u2066' : '\u2068'}${text}\u2069`
  return text.length < longWord ? isolated : inParts(isolated)
}

/** A text of our own or of the caller, not isolated, that may have long words. */
function inParts(text: string): LaidPiece {
  const parts = withBreaks(text).split('\u200b')
  return parts.length === 1 ? text : parts
}

/** The text of a piece, without its isolation. */
export function textOf(piece: Piece): string {
  return 'figure' in piece ? piece.figure : piece.words
}

/** Isolation makes three runs of one, and costs a fifth of the time. Most texts do not need it. */
const onlyLeftToRight = /^[\x20-\x7e\xa0-\u024f\u2010-\u2026\u20ac\u2212]*$/
