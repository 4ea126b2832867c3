import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigInvalid } from './environment.ts'
import { isMember, membersOf, placeOf, settingsWithMembers, writeMembers } from './members.ts'
import { oldNames } from './old-names.ts'
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
  readConfig(recorded({ ...accessPoint, ...mail, ...provider, METRICS: 'port=0' }))
  const variables = [...names, ...Object.values(oldNames)]
  const files = [...secrets, ...oldSecrets].map((name) => `${name}_FILE`)
  assert.deepEqual([...read].sort(), [...variables, ...files, 'NODE_ENV'].sort())
})

const provider = { OIDC: 'issuer=https://id.example,client_id=a,client_secret=b' }

/** The variables; members of them stand in their values. */
const names = Object.keys(settings).filter((name) => !isMember(name))
const members = Object.keys(settings).filter(isMember)
const isSecret = (name: string) => new Map(Object.entries<Setting>(settings)).get(name)?.isSecret === true
const secrets = names.filter(isSecret)
const oldSecrets = members.flatMap((name) => (isSecret(name) ? [oldNames[name]] : []))

/** A configuration that uses every secret. */
const withSecrets: Readonly<Record<string, string>> = {
  ...accessPoint,
  ...mail,
  ...provider,
  DATABASE_URL: 'postgres://user:secret@db.example/selfbill',
  METRICS: `token=${'m'.repeat(32)}`,
  SECRET_KEY: '0f'.repeat(32),
  SECRET_KEY_FORMER: '1e'.repeat(32),
}

test('what is named a key, a secret or a token, or is a URL with a password, is declared as a secret', () => {
  const named = names.filter((name) => /(_SECRET|_TOKEN|_KEY|_KEY_FORMER|^SMTP_URL|^DATABASE_URL)$/.test(name))
  const secretMembers = members.filter((name) => /(secret|token|key)$/.test(name))
  assert.deepEqual(members.filter(isSecret), secretMembers)
  const holders = new Set(secretMembers.map((name) => placeOf(name)[0]))
  assert.deepEqual(secrets.toSorted(), [...named, ...holders].toSorted())
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
    if (!settingsWithMembers.some((setting) => setting === name))
      refusedFor(new RegExp(`and ${name} have different values`), { ...inFile, [name]: `${value}0` })
    refusedFor(/names a file that cannot be read: /, { ...others, [`${name}_FILE`]: folder })
    refusedFor(/names a file that cannot be read: .*no such file/, { ...others, [`${name}_FILE`]: `${path}-none` })
    refusedFor(/names a file that cannot be read: it is longer than/, { ...others, [`${name}_FILE`]: '/dev/zero' })
    writeFileSync(path, ' \n')
    refusedFor(/names an empty file: /)
    writeFileSync(path, Uint8Array.of(0xff, 0xfe))
    refusedFor(/names a file that cannot be read: /)
  }
})

test('a default is a value that the setting may have', () => {
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    if (setting.defaultValue === undefined) continue
    const [variable, value] = isMember(name)
      ? [placeOf(name)[0], `${placeOf(name)[1]}=${setting.defaultValue}`]
      : [name, String(setting.defaultValue)]
    const variables = { [variable]: value, GATEWAY: 'sandbox' }
    assert.deepEqual(readConfig({ ...variables, DATA_DIR: './data' }), readConfig({ GATEWAY: 'sandbox' }), name)
  }
})

test('a switch is on or off, true or false, and nothing else', () => {
  for (const [value, isOn] of Object.entries({ on: true, true: true, off: false, false: false }))
    assert.equal(readConfig({ REPORT_WITHDRAWALS: value }).reportWithdrawals, isOn, value)
  for (const value of ['yes', 'True', '1'])
    assert.throws(() => readConfig({ REPORT_WITHDRAWALS: value }), /REPORT_WITHDRAWALS must be one of on, off/)
  assert.throws(() => readConfig({ LOG_LEVEL: 'true' }), /LOG_LEVEL must be one of/)
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
  refusedWith({ TUNING: 'notice_hour=24' }, /^ {2}TUNING\.notice_hour must be/m)
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

test('a mistyped parameter of DATABASE_URL is refused: TLS would be off without a word', () => {
  const url = 'postgres://u:secret@db.example/selfbill'
  for (const [wrong, said] of [
    ['?sslmod=verify-full', /unknown parameter after its \? \(sslmod\); known are sslmode, /],
    ['?sslmode=verify-full&ssl_mode=x', /\(ssl_mode\)/],
    ['?se%20cret=1', /\(one\)/],
    ['?sslmode=verifyfull', /unknown sslmode; it must be one of disable, no-verify, .*verify-full$/],
    ['?sslmode=allow', /unknown sslmode/],
  ] as const) {
    const lines = refused({ DATABASE_URL: url + wrong, GATEWAY: 'sandbox' })
    assert.match(lines.join('\n'), said)
    assert.doesNotMatch(lines.join(), /secret|se cret/)
  }
  const warned = (query: string) => readConfig({ DATABASE_URL: url + query, GATEWAY: 'sandbox' }).warnings
  assert.match(warned('?sslmode=require').join('\n'), /^sslmode=require in DATABASE_URL .*: write verify-full$/)
  for (const fine of ['', '?sslmode=verify-full', '?sslmode=disable', '?uselibpqcompat=true&sslmode=require'])
    assert.deepEqual(warned(fine), [])
})

test('EMBEDDED_DATABASE=off makes a missing DATABASE_URL a mistake', () => {
  const off = { EMBEDDED_DATABASE: 'off', GATEWAY: 'sandbox' }
  assert.deepEqual(refused({ ...off, DATABASE_UR: 'postgres://host/db' }), [
    'DATABASE_URL must be set with EMBEDDED_DATABASE=off',
    'DATABASE_UR is not a setting and has no effect: write DATABASE_URL',
  ])
  assert.equal(readConfig({ ...off, DATABASE_URL: 'postgres://host/db' }).database.kind, 'postgres')
  assert.equal(readConfig({ EMBEDDED_DATABASE: 'on' }).database.kind, 'embedded')
  assert.equal(refused({ EMBEDDED_DATABASE: 'no' })[0], 'EMBEDDED_DATABASE must be one of on, off')
})

test('a variable that is one mistake away from a missing setting is named, and no other', () => {
  const warned = (variables: Record<string, string>) => readConfig(variables).warnings.join('\n')
  for (const [written, meant] of [
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATA_DIRR', 'DATA_DIR'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SECRET_KEY_FIL', 'SECRET_KEY_FILE'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ] as const)
    assert.equal(warned({ [written]: 'secret' }), `${written} is not a setting and has no effect: write ${meant}`)
  for (const other of ['POST', 'HOSTS', 'PORTS', 'HOME', 'DATABASE', 'GATEWAY_HOST', 'SECRET_KEYRING'])
    assert.equal(warned({ [other]: 'x' }), '')
  assert.equal(warned({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://host/db', GATEWAY: 'sandbox' }), '')
  assert.equal(warned({ DATABASE_UR: ' ' }), '')
})

test('what is missing is refused together with the mistyped name that it was given by', () => {
  for (const [name, written] of [
    ['GATEWAY_URL', 'GATEWAYURL'],
    ['GATEWAY_TOKEN', 'GATEWAY_TOKN'],
    ['INBOUND_SECRET', 'INBOUND_SECRT'],
    ['SERVICE_PROVIDER_ID', 'SERVICE_PROVIDR_ID'],
  ] as const) {
    const { [name]: value, ...others } = accessPoint
    assert.deepEqual(refused({ ...others, [written]: value }), [
      `${name} must be set with GATEWAY=phoss-ap`,
      `${written} is not a setting and has no effect: write ${name}`,
    ])
  }
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

test('SML_ZONE is a network by its name or a DNS zone with a dot, in the sandbox too', () => {
  const zoneOf = (SML_ZONE: string) => {
    const { gateway } = readConfig({ ...accessPoint, SML_ZONE })
    return gateway.kind === 'phoss-ap' ? gateway.smlZone : undefined
  }
  assert.equal(zoneOf('production'), 'participant.sml.prod.tech.peppol.org')
  assert.equal(zoneOf('Test'), 'participant.sml.test.tech.peppol.org')
  assert.equal(zoneOf('SML.example.org.'), 'sml.example.org')
  for (const SML_ZONE of ['bad zone', 'prod', 'tests', 'https://sml.example.org', '-a.example', 'a..example', 'a.1']) {
    for (const others of [{}, accessPoint])
      assert.deepEqual(
        refused({ ...others, SML_ZONE }),
        ['SML_ZONE must be production, test, or the DNS zone of another network: sml.example.org'],
        SML_ZONE,
      )
  }
})

test('settings of the network are checked in the sandbox too', () => {
  assert.deepEqual(refused({ MLS_TO: 'nobody', GATEWAY_DRAIN: 'east' }), [
    'GATEWAY_DRAIN is for GATEWAY=phoss-ap alone; the sandbox sends nothing anywhere',
    'MLS_TO must be a 0242 identifier',
  ])
})

test('a host to listen on is an address or a name, and metrics have another port than the API', () => {
  const metrics = (host: string, port = 9464) => ({ METRICS: writeMembers(Object.entries({ host, port: `${port}` })) })
  for (const host of ['0.0.0.0', '::', '::1', 'localhost', 'selfbill-1.tax.svc', 'my_container']) {
    assert.equal(readConfig({ HOST: host }).host, host)
    assert.equal(readConfig(metrics(host)).metrics.listener?.host, host)
  }
  for (const host of ['my host', 'http://localhost', '127.0.0.1:8080', '[::1]', '*', 'a..b', '-a']) {
    assert.match(refused({ HOST: host }).join(), /^HOST must be an address of this machine/, host)
    assert.match(refused(metrics(host)).join(), /^METRICS\.host must be an address of this machine/, host)
  }
  const shared = ['METRICS.port must not be PORT: the API listens on 8080 at the same address']
  assert.deepEqual(refused(metrics('127.0.0.1', 8080)), shared)
  assert.deepEqual(refused({ HOST: '10.0.0.1', ...metrics('0.0.0.0', 8080) }), shared)
  assert.equal(readConfig({ HOST: '10.0.0.1', ...metrics('127.0.0.1', 8080) }).port, 8080)
  assert.equal(readConfig({ PORT: '0', ...metrics('127.0.0.1', 0) }).port, 0)
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
  const gateways = { ...accessPoint, GATEWAY_URL }
  for (const token of ['esat=dG8=,default=b', 'default=b,esat=dG8=', 'b,east=dG8=', 'default=a,east=b,east=c']) {
    assert.match(
      refused({ ...gateways, GATEWAY_TOKEN: token }).join(),
      /^GATEWAY_TOKEN must have a token for each name of GATEWAY_URL, and no other/,
      token,
    )
  }
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
    assert.equal(lines.length, 1, 'one problem, one line')
    assert.match(lines[0] ?? '', /^BLOBS_URL (must|may) .*, such as s3:\/\/bucket\/prefix\?region=/, wrong)
    const [, right = '', own = ''] = /such as (\S+), .* (s3:\S+)$/.exec(lines[0] ?? '') ?? []
    for (const example of [right, own]) assert.equal(readConfig({ BLOBS_URL: example }).blobs?.bucket, 'bucket')
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
    [
      { TUNING: 'gateway_timeout_ms=30001' },
      /^TUNING\.gateway_timeout_ms must be at most a quarter of worker_lease_ms \(30000\)/,
    ],
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

test('former keys are a list of keys beside SECRET_KEY', () => {
  const [now, first, second] = ['5e', '6f', '7A'].map((byte) => byte.repeat(32))
  const set = (former: string, key = now) => ({ SECRET_KEY: key ?? '', SECRET_KEY_FORMER: former })
  assert.deepEqual(readConfig({}).formerSecretKeys, [])
  for (const list of [`${first},${second}`, ` ${first} , ${second},`, `${first}\n${second}\n`])
    assert.deepEqual(readConfig(set(list)).formerSecretKeys, [first, second])
  const form = ['SECRET_KEY_FORMER must be keys of 64 hexadecimal digits, separated by commas or white space']
  for (const wrong of ['abc', `${first};${second}`, `${first}, abc`]) assert.deepEqual(refused(set(wrong)), form)
  assert.deepEqual(refused(set(`${first}`, '')), [
    'SECRET_KEY must be set when SECRET_KEY_FORMER is: former keys encrypt nothing',
  ])
  assert.deepEqual(refused(set(`${first},${now}`)), [
    'SECRET_KEY_FORMER must not contain SECRET_KEY: it lists the keys from before',
  ])
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
  const whole = { issuer: 'https://login.example/tenant', client_id: 'id', client_secret: 'secret' }
  const read = (members: Readonly<Record<string, string>>) =>
    readConfig({ OIDC: writeMembers(Object.entries(members)) })
  const { oidc } = read(whole)
  assert.equal(oidc?.name, 'login.example')
  assert.deepEqual(
    [...(oidc?.roles ?? [])],
    [
      ['viewer', 'viewer'],
      ['clerk', 'clerk'],
      ['admin', 'admin'],
    ],
  )
  const mapped = read({ ...whole, roles: 'cn=chiefs=admin, all staff = viewer' }).oidc
  assert.deepEqual(
    [...(mapped?.roles ?? [])],
    [
      ['cn=chiefs', 'admin'],
      ['all staff', 'viewer'],
    ],
  )
  assert.equal(readConfig({}).oidc, undefined)
  assert.equal(read({ ...whole, issuer: 'http://127.0.0.1:3000' }).oidc?.name, '127.0.0.1')
  const wrong: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
    [/OIDC\.issuer must be an https URL/, { ...whole, issuer: 'http://login.example' }],
    [/OIDC\.issuer must be an https URL/, { ...whole, issuer: 'login.example' }],
    [/OIDC\.issuer must be an https URL without a password/, { ...whole, issuer: 'https://me:secret@login.example' }],
    [/OIDC\.org_claim must be set when role_claim is/, { ...whole, role_claim: 'groups' }],
    [/OIDC\.issuer must be set when another member of OIDC is/, { client_id: 'id' }],
    [/OIDC\.client_secret must be set when issuer is/, { ...whole, client_secret: '' }],
    [/OIDC\.roles must be value=role.*: chiefs=operator/, { ...whole, roles: 'a=clerk,chiefs=operator' }],
    [/OIDC\.roles must be value=role.*: chiefs/, { ...whole, roles: 'chiefs' }],
  ]
  for (const [problem, variables] of wrong) assert.throws(() => read(variables), problem)
})

test('PUBLIC_URL is an address without a path', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://Bills.example/' }).publicUrl, 'https://bills.example')
  for (const PUBLIC_URL of [
    'bills.example',
    'ftp://bills.example',
    'https://bills.example/a',
    'https://bills.example/?a',
    'https://me:secret@bills.example',
  ])
    assert.throws(
      () => readConfig({ PUBLIC_URL }),
      /PUBLIC_URL must be an http or https URL without a path/,
      PUBLIC_URL,
    )
})

/** A value of each member, as it stood in the old variable. */
const values: Readonly<Record<string, string>> = {
  'OIDC.issuer': 'https://login.example/tenant',
  'OIDC.client_id': 'selfbill',
  'OIDC.client_secret': `s'e"c,ret with everything=`,
  'OIDC.name': "The company's login",
  'OIDC.org_claim': 'org',
  'OIDC.role_claim': 'groups',
  'OIDC.roles': 'bookkeepers=clerk, all chiefs=admin',
  'METRICS.port': '0',
  'METRICS.host': '10.0.0.1',
  'METRICS.token': 'm'.repeat(40),
  'TUNING.gateway_timeout_ms': '1500',
  'TUNING.sandbox_delay_ms': '7',
  'TUNING.worker_concurrency': '9',
  'TUNING.worker_lease_ms': '240000',
  'TUNING.mls_overdue_minutes': '26',
  'TUNING.notice_hour': '9',
  'TUNING.rate_limit_per_minute': '61',
  'TUNING.profile_rate_limit_per_minute': '31',
  'TUNING.token_rate_limit_per_minute': '6',
  'TUNING.request_memory_mb': '513',
  'TUNING.record_threads': '3',
}

test('an old name starts what the member starts, and says what to write instead', () => {
  const around = { ...mail, GATEWAY: 'sandbox' }
  for (const setting of settingsWithMembers) {
    const all = membersOf(setting)
    // What one of them needs, and each alone.
    const needed = new Map(all.map((name) => [name, all.filter((other) => other === name || setting !== 'TUNING')]))
    for (const [name, given] of [...needed, [setting, all] as const]) {
      const pairs = given.map((member) => [placeOf(member)[1], values[member] ?? ''] as const)
      const old = Object.fromEntries(given.map((member) => [oldNames[member], values[member]]))
      const { warnings: none, ...expected } = readConfig({ ...around, [setting]: writeMembers(pairs) })
      const { warnings, ...read } = readConfig({ ...around, ...old })
      assert.deepEqual(read, expected, name)
      assert.notDeepEqual(read, { ...readConfig(around), warnings: undefined }, `${name} changes nothing`)
      assert.deepEqual(none, [])
      assert.equal(warnings.length, 1)
      const [warning = ''] = warnings
      for (const variable of Object.keys(old)) assert.ok(warning.includes(variable), warning)
      const shown = pairs.map(([member, value]) => [member, isSecret(`${setting}.${member}`) ? '…' : value] as const)
      assert.ok(
        warning.includes(`${setting}=${writeMembers(shown)}`) ||
          warning.includes(`${setting}="${writeMembers(shown)}"`),
      )
      for (const member of given.filter(isSecret)) assert.ok(!warning.includes(values[member] ?? ''), warning)
    }
  }
})

test('an old name beside its member has the same value, or both are refused by name', () => {
  for (const [name, variable] of Object.entries(oldNames)) {
    assert.ok(isMember(name))
    const [setting, member] = placeOf(name)
    const whole = membersOf(setting).filter((other) => setting !== 'TUNING' || other === name)
    const pairs = whole.map((other) => [placeOf(other)[1], values[other] ?? ''] as const)
    const variables = { ...mail, GATEWAY: 'sandbox', [setting]: writeMembers(pairs) }
    assert.doesNotThrow(() => readConfig({ ...variables, [variable]: values[name] ?? '' }), name)
    assert.deepEqual(refused({ ...variables, [variable]: '8' }), [
      `${variable} and ${setting}.${member} have different values: set one of them`,
    ])
  }
})

test('members may stand in the variable, in its file, or some in each', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-members-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const OIDC_FILE = join(folder, 'oidc')
  writeFileSync(OIDC_FILE, `client_id=selfbill\n\n  client_secret='a, b'\n`)
  const OIDC = 'issuer=https://id.example name="Office, east" roles='
  const { oidc } = readConfig({ OIDC, OIDC_FILE })
  assert.deepEqual(
    [oidc?.issuer, oidc?.name, oidc?.clientId, oidc?.clientSecret],
    ['https://id.example', 'Office, east', 'selfbill', 'a, b'],
  )
  assert.deepEqual(refused({ OIDC: `${OIDC},client_id=other`, OIDC_FILE }), [
    'OIDC gives client_id another value than OIDC_FILE: set one of them',
  ])
})

test('a member that is unknown, doubled or malformed is refused, and a secret is not repeated', () => {
  assert.deepEqual(readConfig({ TUNING: ' worker_concurrency=1,\n\tnotice_hour="9", ' }).workerConcurrency, 1)
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ TUNING: 'worker_concurency=1' }, /^TUNING has the unknown member worker_concurency; it may have gateway_time/],
    [{ TUNING: 'notice_hour=1,notice_hour=2' }, /^TUNING gives notice_hour another value than TUNING/],
    [{ TUNING: 'notice_hour=24' }, /^TUNING\.notice_hour must be a whole number from 0 to 23$/],
    [{ NOTICE_HOUR: '24' }, /^NOTICE_HOUR must be a whole number from 0 to 23$/],
    [{ 'TUNING.notice_hour': '9' }, /^TUNING\.notice_hour is no variable of its own: set TUNING=notice_hour=…$/],
    ...['24', 'notice_hour', 'notice_hour = 9', 'NOTICE_HOUR=9', '"notice_hour=9"', "notice_hour='9", '=9'].map(
      (TUNING) => [{ TUNING }, /^TUNING must be name=value, separated by commas or spaces/] as const,
    ),
    [
      { OIDC: 'issuer=https://id.example,client_id=a,client_secret=x,hidden=y' },
      /^OIDC has an unknown member, number 4/,
    ],
    [{ OIDC: "client_secret='hidden" }, /^OIDC must be name=value/],
    [{ OIDC: 'client_secret=hidden' }, /^OIDC\.issuer must be set when another member of OIDC is/],
    [{ METRICS: 'token=hidden' }, /^METRICS\.token must be at least 32/],
    [{ METRICS: 'host=::1' }, /^METRICS\.port must be set when host is/],
  ]
  for (const [variables, problem] of cases) {
    const lines = refused(variables)
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0] ?? '', problem)
    assert.doesNotMatch(lines.join(), /hidden/)
  }
})

test('a file without an end is refused instead of read', () => {
  for (const name of ['OIDC_FILE', 'METRICS_FILE', 'SECRET_KEY_FILE', 'OIDC_CLIENT_SECRET_FILE', 'TRUSTED_ISSUERS'])
    assert.match(refused({ [name]: '/dev/zero' }).join(), new RegExp(`^${name} .*(longer than|cannot be read)`), name)
})
