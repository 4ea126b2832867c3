import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigInvalid } from './environment.ts'

const accessPoint = {
  GATEWAY: 'phoss-ap',
  GATEWAY_URL: 'https://ap.example:8443/base/',
  GATEWAY_TOKEN: 'token',
  INBOUND_SECRET: 's'.repeat(32),
  SERVICE_PROVIDER_ID: '0242:990001',
  C5_RECEIVER_ID: '0242:000006-TESTBED.3001',
}

test('a malformed DATABASE_URL is named with the others, and its password is not repeated', () => {
  const malformed = [
    ...['postgres://u:secret#1@host/db', 'postgres://u:12#secret@host/db', 'postgres://u:secret/1@host/db'],
    ...['postgres://u:12/secret@host/db', 'postgres://u:secret?1@host/db', 'postgres://u:12?secret@host/db'],
    ...['postgres://u:secret@host:port/db', 'postgres://u:secret@host:99999/db', 'postgres://u:secret@[::1/db'],
    ...['postgresql://u:secret@ho st/db', 'mysql://u:secret@host/db', 'secret'],
  ]
  for (const DATABASE_URL of malformed) {
    const refused = (error: unknown) =>
      error instanceof ConfigInvalid &&
      /^ {2}DATABASE_URL (is malformed|must begin)/m.test(error.message) &&
      /^ {2}PORT must be/m.test(error.message) &&
      !error.message.includes('secret')
    assert.throws(() => readConfig({ DATABASE_URL, GATEWAY: 'sandbox', PORT: 'x' }), refused, DATABASE_URL)
  }
  const good = [
    ...[
      'postgres://host/db',
      'postgres://u:p%23%2F%40@host:5432/db?sslmode=verify-full',
      'postgresql://u@[::1]:5433/db',
    ],
    ...['postgres:///db?host=/var/run/postgresql', 'postgres://u:p@/db?host=/tmp', 'postgres://u:p@w@host/db'],
    ...['postgres://u:p%s@host/db', 'postgres://%2Fvar%2Frun/db'],
    ...['postgres://host/db?user=me@server', 'postgres://u:p@host/db@2'],
  ]
  for (const DATABASE_URL of good)
    assert.doesNotThrow(() => readConfig({ DATABASE_URL, GATEWAY: 'sandbox' }), DATABASE_URL)
})

test('reads all variables of an access point', () => {
  const { gateway, inbound, gatewayTimeoutMs, isDemoSeeded } = readConfig({ ...accessPoint, MLS_TO: '0242:990001-AB1' })
  assert.ok(gateway.kind === 'phoss-ap')
  assert.equal(gateway.url.href, 'https://ap.example:8443/base/')
  assert.equal(gateway.mlsTo, '0242:990001-AB1')
  assert.deepEqual(inbound, { header: 'x-selfbill-secret', secret: accessPoint.INBOUND_SECRET })
  assert.equal(gatewayTimeoutMs, 30_000)
  assert.equal(isDemoSeeded, false)
})

test('names all missing variables of an access point at once', () => {
  assert.deepEqual(refused({ GATEWAY: 'phoss-ap' }), [
    'GATEWAY_URL must be set with GATEWAY=phoss-ap',
    'GATEWAY_TOKEN must be set with GATEWAY=phoss-ap',
    'INBOUND_SECRET must be set with GATEWAY=phoss-ap',
    'SERVICE_PROVIDER_ID must be set with GATEWAY=phoss-ap',
    'C5_RECEIVER_ID must be set with GATEWAY=phoss-ap',
  ])
})

test('an unknown gateway is the only message, and missing files are named with their variables', () => {
  assert.deepEqual(refused({ GATEWAY: 'oxalis', GATEWAY_URL: 'http://ap.example' }), [
    'GATEWAY must be one of sandbox, phoss-ap',
  ])
  assert.deepEqual(refused({ RULEBOOK_DIR: 'no-such-folder', WEBHOOK_CA_FILE: 'no-such-file' }), [
    'RULEBOOK_DIR names a missing file or folder: no-such-folder',
    'WEBHOOK_CA_FILE names a missing file or folder: no-such-file',
  ])
})

test('refuses invalid values without repeating a secret', () => {
  for (const [wrong, said] of [
    [{ GATEWAY: 'oxalis' }, /^GATEWAY must be one of sandbox, phoss-ap$/],
    [{ GATEWAY: 'sandbox' }, /^GATEWAY_URL is for GATEWAY=phoss-ap alone/],
    [{ GATEWAY_URL: 'ap.example' }, /^GATEWAY_URL must be an http or https address/],
    [{ GATEWAY_URL: 'ftp://ap.example' }, /^GATEWAY_URL/],
    [{ GATEWAY_URL: 'http://ap.example/?x=1' }, /^GATEWAY_URL/],
    [{ GATEWAY_URL: 'http://me:secret@ap.example' }, /^GATEWAY_URL/],
    [{ GATEWAY_TOKEN: 'to ken' }, /^GATEWAY_TOKEN/],
    [{ INBOUND_SECRET: 's'.repeat(31) }, /^INBOUND_SECRET must be of 32/],
    [{ INBOUND_HEADER: 'X Secret' }, /^INBOUND_HEADER/],
    [{ MLS_TO: '0242:990002' }, /^MLS_TO must begin with 0242:990001/],
    [{ MLS_TO: '0235:1' }, /^MLS_TO must be a 0242 identifier/],
    [{ C5_RECEIVER_ID: '0235:1' }, /^C5_RECEIVER_ID/],
    [{ GATEWAY_TIMEOUT_MS: '30001' }, /^GATEWAY_TIMEOUT_MS must be at most a quarter of WORKER_LEASE_MS \(30000\)/],
  ] as const) {
    const lines = refused({ ...accessPoint, ...wrong })
    assert.match(lines[0] ?? '', said)
    assert.doesNotMatch(lines.join(), /sssss|to ken|secret@/)
  }
})

test('compatibility mode is a prefix, and needs SECRET_KEY without an embedded database', () => {
  assert.equal(readConfig({}).compatibility, undefined)
  assert.equal(readConfig({ COMPATIBILITY: ' X-Acme ' }).compatibility, 'x-acme')
  assert.equal(readConfig({ COMPATIBILITY: 'off' }).compatibility, undefined)
  assert.deepEqual(refused({ COMPATIBILITY: 'acme' }), [
    'COMPATIBILITY must be the prefix of a header, such as x-acme, or off',
  ])
  const elsewhere = { COMPATIBILITY: 'x-acme', DATABASE_URL: 'postgres://db.example/selfbill', GATEWAY: 'sandbox' }
  assert.deepEqual(refused(elsewhere), ['SECRET_KEY must be set when COMPATIBILITY is: it encrypts secrets of clients'])
  assert.equal(readConfig({ ...elsewhere, SECRET_KEY: '5e'.repeat(32) }).compatibility, 'x-acme')
})

function refused(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigInvalid)
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  assert.fail('it was accepted')
}
