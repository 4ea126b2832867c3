import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseAway } from '../../../store/database/database.ts'
import { databaseRepair } from './database-repair.ts'

// Causes that a test cannot make on any machine; test/cli/doctor.full.test.ts makes the others.

const failure = (code: string, message = 'failed') =>
  new DatabaseAway(new Error('one of several', { cause: Object.assign(new Error(message), { code }) }))

test('each cause of a failure has a repair of its own', () => {
  const cases: readonly (readonly [error: unknown, repair: RegExp])[] = [
    [failure('28P01', 'password authentication failed'), /^User or password/],
    [failure('28000', 'no pg_hba.conf entry for host "10.0.0.9", no encryption'), /^The server asks for TLS/],
    [failure('53300', 'too many connections for role "selfbill"'), /connection limit/],
    [failure('53100', 'could not extend file: No space left on device'), /^Make room on the disk of PostgreSQL/],
    [failure('25006', 'cannot execute INSERT in a read-only transaction'), /accepts writes/],
    [failure('57P03', 'the database system is starting up'), /^PostgreSQL starts or stops/],
    [failure('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /sslrootcert/],
    [failure('CERT_HAS_EXPIRED', 'certificate has expired'), /sslrootcert/],
    [failure('ERR_TLS_CERT_ALTNAME_INVALID', 'altnames'), /as the certificate has it/],
    [failure('ETIMEDOUT'), /^Nobody answers/],
    [new DatabaseAway(new Error('timeout expired')), /^Nobody answers/],
    [new DatabaseAway('it is connected, but does not answer'), /^Nobody answers/],
    [new DatabaseAway(new AggregateError([failure('ECONNREFUSED')])), /^Nothing listens/],
    [failure('42P01', 'no such table'), /^Look whether PostgreSQL runs/],
  ]
  for (const [error, repair] of cases) assert.match(databaseRepair('postgres', error), repair, String(error))
  const full = new DatabaseAway(new Error('SQLite (13): database or disk is full'))
  assert.match(databaseRepair('embedded', full), /^Make room on the disk of DATA_DIR/)
  const readOnly = new DatabaseAway(new Error('SQLite (8): attempt to write a readonly database'))
  assert.match(databaseRepair('embedded', readOnly), /write DATA_DIR/)
})
