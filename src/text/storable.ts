/**
 * Whether every database and log line can hold the text as it is: no control characters, and no
 * half of a character. PostgreSQL refuses a NUL; UTF-8 has no lone surrogates.
 */
export function isStorable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed()
}

/** The text as every database holds it: with � in place of a NUL, and of half a character. */
export function storableText<Given extends string | undefined>(text: Given): Given
export function storableText(text: string | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '\uFFFD')
}
