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

test('an access point is all of its variables', () => {
  const { gateway, inbound, gatewayTimeoutMs, isDemoSeeded } = readConfig({ ...accessPoint, MLS_TO: '0242:990001-AB1' })
  assert.ok(gateway.kind === 'phoss-ap')
  assert.equal(gateway.url.href, 'https://ap.example:8443/base/')
  assert.equal(gateway.mlsTo, '0242:990001-AB1')
  assert.deepEqual(inbound, { header: 'x-selfbill-secret', secret: accessPoint.INBOUND_SECRET })
  assert.equal(gatewayTimeoutMs, 30_000)
  assert.equal(isDemoSeeded, false)
})

test('what an access point needs is named at once', () => {
  assert.deepEqual(refused({ GATEWAY: 'phoss-ap' }), [
    'GATEWAY_URL must be set with GATEWAY=phoss-ap',
    'GATEWAY_TOKEN must be set with GATEWAY=phoss-ap',
    'INBOUND_SECRET must be set with GATEWAY=phoss-ap',
    'SERVICE_PROVIDER_ID must be set with GATEWAY=phoss-ap',
    'C5_RECEIVER_ID must be set with GATEWAY=phoss-ap',
  ])
})

test('an unknown gateway is told alone, and files that are not there by their variables', () => {
  assert.deepEqual(refused({ GATEWAY: 'oxalis', GATEWAY_URL: 'http://ap.example' }), [
    'GATEWAY must be one of sandbox, phoss-ap',
  ])
  assert.deepEqual(refused({ RULEBOOK_DIR: 'no-such-folder', WEBHOOK_CA_FILE: 'no-such-file' }), [
    'RULEBOOK_DIR names a file that is not there: no-such-folder',
    'WEBHOOK_CA_FILE names a file that is not there: no-such-file',
  ])
})

test('values that cannot be are refused, and no secret is in the refusal', () => {
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
