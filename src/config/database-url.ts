/**
 * What is wrong with the address of a PostgreSQL database, as a sentence goes on after the
 * variable's name; undefined when nothing is. Never repeats the address: it holds a password. A
 * socket's folder may stand in place of the host, as the driver allows it.
 */
export function databaseUrlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres:// or postgresql://'
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'))
  // An unencoded # / or ? ends the address before the @: what follows would become the port, the
  // name of the database or nothing.
  if (url === null || url.hash !== '') return malformed
  const isCutShort =
    url.username === '' && (url.pathname.includes('@') || (url.pathname === '' && /@/.test(url.search)))
  return isCutShort ? malformed : undefined
}

const malformed =
  'is malformed: write postgres://USER:PASSWORD@HOST:5432/DATABASE, with # / ? @ % in the password percent-encoded (%23 %2F %3F %40 %25)'
