/** Words of this length may be wider than their column. */
export const longWord = 16

/**
 * Marks where a long word may break, by U+200B: after its signs, such as `/`, `-` or `@`, and in
 * every stretch without signs. page.typ replaces the mark, so it is not in the PDF's text.
 */
export function withBreaks(text: string): string {
  return text.replaceAll(longWords, (word) => word.replaceAll(breaks, '$&\u200b'))
}

/** Only ASCII: breaking the letters of Arabic words would change their shapes. */
const longWords = /[\x21-\x7e]{16,}/g
/** Never at the end of the word. */
const breaks = /(?:[A-Za-z0-9]{1,9}[^A-Za-z0-9]|[A-Za-z0-9]{10}|[^A-Za-z0-9])(?=.)/g
