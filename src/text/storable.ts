/**
 * Whether every database and log line can hold the text as it is: no control characters, and no
 * half of a character. PostgreSQL refuses a NUL; UTF-8 has no lone surrogates.
 */
export function isStorable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed()
}
