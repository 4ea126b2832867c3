/**
 * Text that others have written, as a line for a terminal: what would end the line, move the cursor or turn the reading direction is
 * shown by its code, so that nobody writes lines of ours.
 */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
