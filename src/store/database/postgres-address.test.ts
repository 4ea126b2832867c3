import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresAddress, withLastingTlsMode } from './postgres-address.ts'

test('the address has neither user nor password, and says what TLS does', () => {
  for (const [url, place, isLocal, tls] of [
    ['postgres://u:secret@db.example/tax', 'db.example:5432/tax', false, 'none'],
    ['postgres://u:secret@db.example:6432/tax?sslmode=disable', 'db.example:6432/tax', false, 'none'],
    ['postgres://u:secret@db.example/tax?sslmode=verify-full', 'db.example:5432/tax', false, 'verified'],
    ['postgres://u:secret@db.example/tax?sslmode=require', 'db.example:5432/tax', false, 'verified'],
    ['postgres://u:secret@db.example/tax?sslmode=no-verify', 'db.example:5432/tax', false, 'unverified'],
    [
      'postgres://u:secret@db.example/tax?uselibpqcompat=true&sslmode=require',
      'db.example:5432/tax',
      false,
      'unverified',
    ],
    ['postgres://u:secret@127.0.0.1/tax', '127.0.0.1:5432/tax', true, 'none'],
    ['postgres://u@/tax?host=/var/run/postgresql', '/var/run/postgresql/tax', true, 'none'],
  ] as const)
    assert.deepEqual(postgresAddress(url), { place, isLocal, tls }, url)
})

test('no mode of TLS makes the driver warn, and none checks less than before', (t) => {
  const warned = t.mock.method(process, 'emitWarning', () => undefined)
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    assert.equal(postgresAddress(`postgres://db.example/tax?sslmode=${mode}&application_name=a`).tls, 'verified')
  assert.equal(warned.mock.callCount(), 0)
  const url = 'postgres://u:p@host/db?application_name=a&sslmode=require&sslrootcert=f'
  assert.equal(withLastingTlsMode(url), url.replace('=require', '=verify-full'))
  const libpq = 'postgres://host/db?sslmode=require&uselibpqcompat=true'
  assert.equal(withLastingTlsMode(libpq), libpq)
})
