/**
 * Foreign text, safe for a terminal: characters that end the line, move the cursor or change the
 * reading direction are shown as codes, so that nobody can fake our output.
 */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

const unprintable = /[\p{Cc}\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A word of a printed command, as the shell reads it. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
