/**
 * Identifiers that look the same to people, or are the same to a reader of XML, although they
 * differ: in control characters, invisible ones, marks of a text direction, blanks, or in how an
 * accent is encoded. Source: docs/decisions/0122.
 */

/** What an identifier has that nobody sees; undefined for a clear one. */
export function unclearPlaceIn(text: string): UnclearPlace | undefined {
  if (printableAscii.test(text)) return undefined
  const hidden = hiddenCharacter.exec(text)?.[0].codePointAt(0)
  if (hidden !== undefined) return { hidden: `U+${hidden.toString(16).toUpperCase().padStart(4, '0')}` }
  return text.includes('  ') ? 'repeated_blanks' : undefined
}

/** A character, by its code point, that must not be in an identifier; or two blanks in a row. */
export type UnclearPlace = { readonly hidden: string } | 'repeated_blanks'

/**
 * The same text for all numbers that are one number to a reader. Most numbers are their own key.
 * Stored with each document: a change of this function needs new keys for all of them.
 */
export function numberKey(number: string): string {
  if (printableAscii.test(number)) return number
  const composed = number.normalize('NFC').replaceAll(blanks, ' ').replaceAll(invisible, '')
  return composed.replaceAll(/ {2,}/g, ' ').trim()
}

/** The usual case, found fast: words of ASCII with single blanks between them. */
const printableAscii = /^[!-~]+(?: [!-~]+)*$/

const blankClass = String.raw`\t-\r\u{85}\u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}`
const invisibleClass = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u{2800}\u{fff9}-\u{fffb}`

const hiddenCharacter = new RegExp(`[${blankClass}${invisibleClass}]`, 'u')
/** Blanks other than the space. */
const blanks = new RegExp(`[${blankClass}]`, 'gu')
const invisible = new RegExp(`[${invisibleClass}]`, 'gu')
