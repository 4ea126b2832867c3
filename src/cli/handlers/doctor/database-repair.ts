import type { DatabaseConfig } from '../../../config/database.ts'
import { DatabaseUnusable } from '../../../store/database/database.ts'

/** What to do about a failure of the database, by its cause. */
export function databaseRepair(kind: DatabaseConfig['kind'], error: unknown): string {
  // Its message has the repair.
  if (error instanceof DatabaseUnusable) return 'Then run selfbill doctor again'
  const text = textOf(error)
  const [, repair] = repairs[kind].find(([cause]) => cause.test(text)) ?? []
  return repair ?? otherwise[kind]
}

/** The codes and messages of the error and of its causes, a line for each. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const causes = error instanceof AggregateError ? error.errors : [error.cause ?? '']
  return [`${code} ${error.message}`, ...causes.map(textOf)].join('\n')
}

/** A code of Node or of PostgreSQL (SQLSTATE) begins a line; SQLite's stand in the message. */
const repairs: Readonly<Record<DatabaseConfig['kind'], readonly (readonly [cause: RegExp, repair: string])[]>> = {
  postgres: [
    [/^(ENOTFOUND|EAI_AGAIN)/m, 'No name server knows the host in DATABASE_URL: correct it, or the name servers here'],
    [
      /^ECONNREFUSED/m,
      'Nothing listens at the host and port in DATABASE_URL: start PostgreSQL, correct them, or let it listen there ' +
        '(listen_addresses)',
    ],
    [
      /does not support SSL/,
      'Switch TLS on at the server (ssl = on); without it, and in a network of your own alone, remove sslmode from ' +
        'DATABASE_URL',
    ],
    [
      /^(\w*CERT\w*|ERR_TLS\w*|UNABLE_TO_\w+) /m,
      'The certificate of the server is not trusted: name its authority in DATABASE_URL with &sslrootcert=FILE, and ' +
        'write the host as the certificate has it',
    ],
    [
      /^28P01/m,
      'User or password in DATABASE_URL are wrong: write # / ? @ % in the password as %23 %2F %3F %40 %25; a new one ' +
        'is set with \\password in psql',
    ],
    [
      /^28000 .*(no encryption|SSL off)/m,
      'The server asks for TLS, or does not know this address: add ?sslmode=verify-full to DATABASE_URL, or a line ' +
        'to its pg_hba.conf',
    ],
    [
      /^28000/m,
      'Make the role in DATABASE_URL, with login, and allow it and this address in pg_hba.conf of the server',
    ],
    [/^3D000/m, 'Make the database (createdb -O ROLE NAME), or correct its name in DATABASE_URL'],
    [
      /^53300/m,
      'An instance opens up to 10 connections: raise max_connections, or the limit of the role (alter role ROLE ' +
        'connection limit 100), or run fewer instances',
    ],
    [/^53100/m, 'Make room on the disk of PostgreSQL: its data and its log are there'],
    [/^25006/m, 'Name the server that accepts writes in DATABASE_URL, or end the read-only mode of this one'],
    [/^57P0[123]/m, 'PostgreSQL starts or stops: wait, and read its log'],
    [
      /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|timeout|does not answer/m,
      'Nobody answers: look for a firewall or a NetworkPolicy in between (docs/operating.md, "Connections"), and ' +
        'whether the server hangs',
    ],
  ],
  embedded: [
    [/SQLite \(\d+\): .*(readonly|read-only)/, 'Let the user of the service write DATA_DIR and its files'],
    [/SQLite \(\d+\): .*full/, 'Make room on the disk of DATA_DIR'],
    [/SQLite \(\d+\): .*locked/, 'Another program holds the file: end it, such as sqlite3 with an open transaction'],
  ],
}

const otherwise: Readonly<Record<DatabaseConfig['kind'], string>> = {
  postgres:
    'Look whether PostgreSQL runs, and whether DATABASE_URL has its host, port, database, user and password ' +
    '(# / ? @ % in the password as %23 %2F %3F %40 %25)',
  embedded: 'Look whether the user of the service may read and write DATA_DIR; selfbill check reads every page',
}
