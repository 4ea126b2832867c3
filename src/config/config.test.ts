import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigInvalid } from './environment.ts'
import { type Setting, settings } from './settings.ts'

const accessPoint = {
  GATEWAY: 'phoss-ap',
  GATEWAY_URL: 'https://ap.example:8443/base/',
  GATEWAY_TOKEN: 'token',
  INBOUND_SECRET: 's'.repeat(32),
  SERVICE_PROVIDER_ID: '0242:990001',
  C5_RECEIVER_ID: '0242:000006-TESTBED.3001',
}

const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'bills@example.ae', PUBLIC_URL: 'https://bills.example' }

test('every declared setting is read', () => {
  const read = new Set<string>()
  const recorded = (variables: Record<string, string>) =>
    new Proxy(variables, {
      get(all, name) {
        read.add(String(name))
        return all[String(name)]
      },
    })
  readConfig(recorded({}))
  readConfig(recorded({ ...accessPoint, ...mail, ...provider, METRICS_PORT: '0' }))
  const files = secrets.map((name) => `${name}_FILE`)
  assert.deepEqual([...read].sort(), [...Object.keys(settings), ...files, 'NODE_ENV'].sort())
})

const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }

const secrets = Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))

/** A configuration that uses every secret. */
const withSecrets: Readonly<Record<string, string>> = {
  ...accessPoint,
  ...mail,
  ...provider,
  DATABASE_URL: 'postgres://user:secret@db.example/selfbill',
  METRICS_TOKEN: 'm'.repeat(32),
  SECRET_KEY: '0f'.repeat(32),
}

test('what is named a key, a secret or a token, or is a URL with a password, is declared as a secret', () => {
  const named = Object.keys(settings).filter((name) => /(_SECRET|_TOKEN|_KEY|^SMTP_URL|^DATABASE_URL)$/.test(name))
  assert.deepEqual(secrets.toSorted(), named.toSorted())
})

test('every secret may stand in a file, and a wrong file is refused by its name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  const expected = readConfig(withSecrets)
  for (const name of secrets) {
    const { [name]: value = '', ...others } = withSecrets
    const problems = (variables: Record<string, string>) => {
      try {
        return [readConfig(variables)]
      } catch (error) {
        assert.ok(error instanceof ConfigInvalid)
        return error.message.split('\n').slice(1)
      }
    }
    const inFile = { ...others, [`${name}_FILE`]: path }
    const refusedFor = (reason: RegExp, variables: Record<string, string> = inFile) => {
      const lines = problems(variables)
      assert.equal(lines.length, 1, `${name}: ${lines}`)
      assert.match(String(lines[0]), new RegExp(`^  ${name}_FILE ${reason.source}`))
    }
    writeFileSync(path, `${value}\n`)
    assert.deepEqual(readConfig(inFile), expected, name)
    assert.deepEqual(readConfig({ ...inFile, [name]: value }), expected, `${name} twice, equal`)
    assert.deepEqual(readConfig({ ...withSecrets, [`${name}_FILE`]: '' }), expected, `${name}_FILE not set`)
    refusedFor(new RegExp(`and ${name} have different values`), { ...inFile, [name]: `${value}0` })
    refusedFor(/names a file that cannot be read: /, { ...others, [`${name}_FILE`]: folder })
    refusedFor(/names a file that cannot be read: .*no such file/, { ...others, [`${name}_FILE`]: `${path}-none` })
    writeFileSync(path, ' \n')
    refusedFor(/names an empty file: /)
    writeFileSync(path, Uint8Array.of(0xff, 0xfe))
    refusedFor(/names a file that cannot be read: /)
  }
})

test('a default is a value that the setting may have', () => {
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    if (setting.defaultValue === undefined) continue
    const variables = { [name]: String(setting.defaultValue), GATEWAY: 'sandbox' }
    assert.deepEqual(readConfig({ ...variables, DATA_DIR: './data' }), readConfig({ GATEWAY: 'sandbox' }), name)
  }
})

test('a mail server has its port, TLS and login from its URL', () => {
  const read = (SMTP_URL: string) => readConfig({ ...mail, SMTP_URL }).mail
  assert.deepEqual(read('smtp://mail.example'), {
    host: 'mail.example',
    port: 587,
    isSecure: false,
    requiresTls: false,
    login: undefined,
    from: 'bills@example.ae',
    publicUrl: 'https://bills.example',
    digestHour: 8,
  })
  const secure = read('smtps://bills:p%40ss%2Fword@mail.example')
  assert.deepEqual([secure?.port, secure?.isSecure, secure?.requiresTls], [465, true, false])
  assert.deepEqual(secure?.login, { user: 'bills', password: 'p@ss/word' })
  assert.equal(read('smtp://u:p@mail.example:25')?.requiresTls, true, 'a password is not sent in the clear')
  assert.equal(read('smtp://u:p@127.0.0.1:25')?.requiresTls, false)
  assert.equal(readConfig({}).mail, undefined)
})

test('a malformed mail server or sender is named, and the password is not repeated', () => {
  const refusedWith = (more: Record<string, string | undefined>, pattern: RegExp) => {
    const refused = (error: unknown) =>
      error instanceof ConfigInvalid && pattern.test(error.message) && !error.message.includes('secret')
    assert.throws(() => readConfig({ ...mail, ...more }), refused, JSON.stringify(more))
  }
  for (const SMTP_URL of [
    ...['https://u:secret@mail.example', 'smtp://u:secret@mail.example/path', 'smtp://u:secret@mail.example?x=1'],
    ...['smtp://secret@mail.example', 'smtp://u:secret%zz@mail.example', 'smtp://u:secret@host:99999', 'secret'],
  ])
    refusedWith({ SMTP_URL }, /^ {2}SMTP_URL must be smtp:/m)
  refusedWith({ MAIL_FROM: undefined }, /^ {2}MAIL_FROM must be set/m)
  refusedWith({ PUBLIC_URL: undefined }, /^ {2}PUBLIC_URL must be set/m)
  refusedWith({ SMTP_URL: undefined }, /^ {2}SMTP_URL must be set/m)
  refusedWith({ NOTICE_HOUR: '24' }, /^ {2}NOTICE_HOUR must be/m)
  for (const MAIL_FROM of [
    'nobody',
    'a@b.example, c@d.example',
    'A <a@b.example',
    'A\r\nBcc: x@y.example <a@b.example>',
  ])
    refusedWith({ MAIL_FROM }, /^ {2}MAIL_FROM must be an address/m)
  assert.equal(readConfig({ ...mail, MAIL_FROM: 'Selfbill <a@b.example>' }).mail?.from, 'Selfbill <a@b.example>')
})

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
  assert.deepEqual(gateway.accessPoints, [
    { name: 'default', url: new URL('https://ap.example:8443/base/'), token: 'token' },
  ])
  assert.equal(gateway.mlsTo, '0242:990001-AB1')
  assert.deepEqual(inbound, { header: 'x-selfbill-secret', secret: accessPoint.INBOUND_SECRET })
  assert.equal(gatewayTimeoutMs, 30_000)
  assert.equal(isDemoSeeded, false)
})

test('reads a list of access points, with one token for all or one for each', () => {
  const GATEWAY_URL = 'default=https://ap.example, east=http://10.0.0.2:8080'
  const read = (variables: Readonly<Record<string, string>>) => {
    const { gateway } = readConfig({ ...accessPoint, GATEWAY_URL, ...variables })
    assert.ok(gateway.kind === 'phoss-ap')
    const list = gateway.accessPoints.map(({ name, url, token }) => [name, url.href, token])
    return { list, draining: gateway.draining }
  }
  const [one, east] = ['https://ap.example/', 'http://10.0.0.2:8080/']
  for (const token of ['token', 'dG9rZW4=', 'other=x,y']) {
    assert.deepEqual(read({ GATEWAY_TOKEN: token }), {
      list: [
        ['default', one, token],
        ['east', east, token],
      ],
      draining: [],
    })
  }
  assert.deepEqual(read({ GATEWAY_TOKEN: 'east=dG8=,default=b', GATEWAY_DRAIN: 'default' }), {
    list: [
      ['default', one, 'b'],
      ['east', east, 'dG8='],
    ],
    draining: ['default'],
  })
})

test('reads the place of texts in an object store, and refuses others', () => {
  assert.deepEqual(readConfig({ BLOBS_URL: 's3://tax-texts/a/b/?region=me-central-1' }).blobs, {
    bucket: 'tax-texts',
    prefix: 'a/b/',
    region: 'me-central-1',
    endpoint: undefined,
    isPathStyle: false,
  })
  const endpoint = 'http://127.0.0.1:9000'
  const own = readConfig({ BLOBS_URL: `s3://texts?region=x&endpoint=${endpoint}&path_style=on` }).blobs
  assert.deepEqual(own, { bucket: 'texts', prefix: '', region: 'x', endpoint, isPathStyle: true })
  for (const wrong of [
    ...[
      'texts',
      'https://texts?region=x',
      's3://t?region=x',
      's3://texts',
      's3://texts?region=',
      's3://texts?region=x#y',
    ],
    ...['s3://key:secret@texts?region=x', 's3://texts?region=x&other=1', 's3://texts?region=x&path_style=yes'],
    ...['s3://texts?region=x&endpoint=ftp://a', 's3://texts?region=x&endpoint=http://u:secret@a'],
  ]) {
    const lines = refused({ BLOBS_URL: wrong })
    assert.match(lines[0] ?? '', /^BLOBS_URL must/, wrong)
    assert.doesNotMatch(lines.join(), /secret/)
  }
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
  assert.deepEqual(
    refused({ RULEBOOK_DIR: 'no-such-folder', RULEBOOKS_DIR: 'none', WEBHOOK_CA_FILE: 'no-such-file' }),
    [
      'RULEBOOK_DIR names a missing file or folder: no-such-folder',
      'RULEBOOKS_DIR names a missing file or folder: none',
      'WEBHOOK_CA_FILE names a missing file or folder: no-such-file',
    ],
  )
})

test('refuses invalid values without repeating a secret', () => {
  for (const [wrong, said] of [
    [{ GATEWAY: 'oxalis' }, /^GATEWAY must be one of sandbox, phoss-ap$/],
    [{ GATEWAY: 'sandbox' }, /^GATEWAY_URL is for GATEWAY=phoss-ap alone/],
    [{ GATEWAY_URL: 'ap.example' }, /^GATEWAY_URL must be an http or https address/],
    [{ GATEWAY_URL: 'ftp://ap.example' }, /^GATEWAY_URL/],
    [{ GATEWAY_URL: 'http://ap.example/?x=1' }, /^GATEWAY_URL/],
    [{ GATEWAY_URL: 'http://me:secret@ap.example' }, /^GATEWAY_URL/],
    [{ GATEWAY_URL: 'http://:secret@ap.example' }, /^GATEWAY_URL/],
    [{ GATEWAY_TOKEN: 'to ken' }, /^GATEWAY_TOKEN/],
    [{ GATEWAY_URL: 'http://a.example,http://b.example' }, /^GATEWAY_URL must give each address of a list a name/],
    [{ GATEWAY_URL: 'a=http://a.example,A b=http://b.example' }, /^GATEWAY_URL must give each/],
    [{ GATEWAY_URL: 'a=http://a.example,a=http://b.example' }, /^GATEWAY_URL must have each name once/],
    [{ GATEWAY_URL: 'a=http://a.example,b=b.example' }, /^GATEWAY_URL must be an http or https address/],
    [{ GATEWAY_URL: 'a=http://a.example,' }, /^GATEWAY_URL must give each/],
    [
      { GATEWAY_URL: 'a=http://a.example,b=http://b.example', GATEWAY_TOKEN: 'a=1' },
      /^GATEWAY_TOKEN must have a token/,
    ],
    [{ GATEWAY_URL: 'a=http://a.example', GATEWAY_TOKEN: 'a=1,b=2' }, /^GATEWAY_TOKEN must have a token/],
    [{ GATEWAY_DRAIN: 'east' }, /^GATEWAY_DRAIN must be names of GATEWAY_URL/],
    [{ GATEWAY_DRAIN: 'default' }, /^GATEWAY_DRAIN must leave an access point/],
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

test('a provider for sign-in is named in full, over https, and gives no operators', () => {
  const whole = { OIDC_ISSUER: 'https://login.example/tenant', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
  const { oidc } = readConfig(whole)
  assert.equal(oidc?.name, 'login.example')
  assert.deepEqual(
    [...(oidc?.roles ?? [])],
    [
      ['viewer', 'viewer'],
      ['clerk', 'clerk'],
      ['admin', 'admin'],
    ],
  )
  const mapped = readConfig({ ...whole, OIDC_ROLES: 'cn=chiefs=admin, all staff = viewer' }).oidc
  assert.deepEqual(
    [...(mapped?.roles ?? [])],
    [
      ['cn=chiefs', 'admin'],
      ['all staff', 'viewer'],
    ],
  )
  assert.equal(readConfig({}).oidc, undefined)
  assert.equal(readConfig({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:3000' }).oidc?.name, '127.0.0.1')
  const wrong: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
    [/OIDC_ISSUER must be an https URL/, { ...whole, OIDC_ISSUER: 'http://login.example' }],
    [/OIDC_ISSUER must be an https URL/, { ...whole, OIDC_ISSUER: 'login.example' }],
    [
      /OIDC_ISSUER must be an https URL without a password/,
      { ...whole, OIDC_ISSUER: 'https://me:secret@login.example' },
    ],
    [/OIDC_ORG_CLAIM must be set when OIDC_ROLE_CLAIM is/, { ...whole, OIDC_ROLE_CLAIM: 'groups' }],
    [/OIDC_ISSUER must be set when OIDC_CLIENT_ID is/, { OIDC_CLIENT_ID: 'id' }],
    [/OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is/, { ...whole, OIDC_CLIENT_SECRET: '' }],
    [/OIDC_ROLES must be value=role.*: chiefs=operator/, { ...whole, OIDC_ROLES: 'a=clerk,chiefs=operator' }],
    [/OIDC_ROLES must be value=role.*: chiefs/, { ...whole, OIDC_ROLES: 'chiefs' }],
  ]
  for (const [problem, variables] of wrong) assert.throws(() => readConfig(variables), problem)
})

test('PUBLIC_URL is an address without a path', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://Bills.example/' }).publicUrl, 'https://bills.example')
  for (const PUBLIC_URL of [
    'bills.example',
    'ftp://bills.example',
    'https://bills.example/a',
    'https://bills.example/?a',
  ])
    assert.throws(
      () => readConfig({ PUBLIC_URL }),
      /PUBLIC_URL must be an http or https URL without a path/,
      PUBLIC_URL,
    )
})
