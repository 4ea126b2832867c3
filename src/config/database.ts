import type { Environment } from './environment.ts'

/** Where the database is. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'postgres'; readonly url: string }

export function databaseIn(environment: Environment): DatabaseConfig {
  const url = environment.text('DATABASE_URL')
  const isEmbeddedAllowed = environment.flag('EMBEDDED_DATABASE')
  const directory = environment.textOrDefault('DATA_DIR')
  if (url === undefined) {
    if (!isEmbeddedAllowed) environment.refuse('DATABASE_URL', 'must be set with EMBEDDED_DATABASE=off')
    return { kind: 'embedded', directory }
  }
  const problem = urlProblem(url)
  if (problem !== undefined) environment.refuse('DATABASE_URL', problem)
  return { kind: 'postgres', url }
}

/** A mode that the driver takes for another one, in a sentence; undefined for any other. */
export function tlsModeWarning(environment: Environment): string | undefined {
  const url = environment.text('DATABASE_URL')
  const parameters = url === undefined ? undefined : parsed(url)?.searchParams
  const mode = parameters?.get('sslmode')
  if (parameters?.has('uselibpqcompat') === true || !strictModes.includes(mode ?? '')) return undefined
  return `sslmode=${mode} in DATABASE_URL checks the certificate and the name of the server here: write verify-full`
}

/**
 * The mistake in the URL of a PostgreSQL database, as the rest of a sentence that begins with the
 * variable's name; undefined for a valid URL. Never repeats the URL, which holds a password. The
 * folder of a socket may replace the host, as the driver allows.
 */
function urlProblem(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres:// or postgresql://'
  const url = parsed(text)
  // An unencoded # / or ? ends the host part before the @: the rest would become the port, the
  // database name or nothing.
  if (url === null || url.hash !== '') return malformed
  const isCutShort =
    url.username === '' && (url.pathname.includes('@') || (url.pathname === '' && /@/.test(url.search)))
  if (isCutShort) return malformed
  // A mistyped name would be ignored, and with sslmode that means a connection without TLS.
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0) {
    // A piece of a password may stand here.
    const named = unknown.every((name) => /^[a-z_]{2,30}$/i.test(name)) ? unknown.join(', ') : 'one'
    return `has an unknown parameter after its ? (${named}); known are ${parameters.join(', ')}`
  }
  const mode = url.searchParams.get('sslmode')
  if (mode === null || modes.includes(mode)) return undefined
  return `has an unknown sslmode; it must be one of ${modes.join(', ')}`
}

function parsed(text: string): URL | null {
  return URL.parse(text) ?? URL.parse(text.replace('@/', '@socket/'))
}

const malformed =
  'is malformed: write postgres://USER:PASSWORD@HOST:5432/DATABASE, with # / ? @ % in the password ' +
  'percent-encoded (%23 %2F %3F %40 %25)'

/** The driver takes these for verify-full, and says that this will change. */
const strictModes: readonly string[] = ['prefer', 'require', 'verify-ca']
const modes: readonly string[] = ['disable', 'no-verify', ...strictModes, 'verify-full']

/** Those that have an effect. */
const parameters: readonly string[] = [
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'sslnegotiation', 'uselibpqcompat'],
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name', 'client_encoding'],
  ...['options', 'query_timeout', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
]
