/**
 * The mistake in the URL of a PostgreSQL database, as the rest of a sentence that begins with the
 * variable's name; undefined for a valid URL. Never repeats the URL, which holds a password. The
 * folder of a socket may replace the host, as the driver allows.
 */
export function databaseUrlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres:// or postgresql://'
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'))
  // An unencoded # / or ? ends the host part before the @: the rest would become the port, the
  // database name or nothing.
  if (url === null || url.hash !== '') return malformed
  const isCutShort =
    url.username === '' && (url.pathname.includes('@') || (url.pathname === '' && /@/.test(url.search)))
  return isCutShort ? malformed : undefined
}

const malformed =
  'is malformed: write postgres://USER:PASSWORD@HOST:5432/DATABASE, with # / ? @ % in the password ' +
  'percent-encoded (%23 %2F %3F %40 %25)'
