/**
 * `error.type` of a failure: a code, or the name of an error class. Messages of errors may quote
 * documents.
 */
export function errorType(why: unknown): string {
  if (typeof why === 'string') return why
  if (!(why instanceof Error)) return '_OTHER'
  const code = 'code' in why && typeof why.code === 'string' ? why.code : ''
  return codeSyntax.test(code) ? code : why.name
}

/** `ECONNREFUSED`, an SQLSTATE. */
const codeSyntax = /^[A-Z0-9_]{1,40}$/
