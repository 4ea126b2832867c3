import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { sealed } from '../../src/security/sealing.ts'
import { allOrganisations } from '../../src/store/accounts/organisations.ts'
import { lockFolder } from '../../src/store/database/folder-lock.ts'
import { openStore } from '../../src/store/store.ts'
import { dropDatabase } from '../support/databases/drop-database.ts'
import { administratorUrl, sharedPostgres } from '../support/databases/postgres-server.ts'
import { anOpenIdProvider } from '../support/network/openid-provider.ts'
import { startPhossAp } from '../support/network/phoss-ap-stub.ts'
import { binary, commandLine, firstStart, jsonLines } from '../support/processes/command-line.ts'

const server = await sharedPostgres()

// What `doctor` says of each trouble, and that it leaves everything as it was.

describe('bin/selfbill doctor', () => {
  const { folder, selfbill } = commandLine()

  async function diagnosed(environment: Readonly<Record<string, string>>) {
    const { code, stdout, stderr } = await selfbill(['doctor', '--json'], environment)
    assert.equal(stderr, '')
    const found = jsonLines(stdout)
    return { code, of: (what: string) => found.find((one) => one.what === what), found }
  }

  test('it changes nothing, and finds nothing wrong before the first start', async () => {
    const { code, of, found } = await diagnosed({ DATA_DIR: join(folder, 'none') })
    assert.equal(code, 0)
    assert.match(String(of('database')?.said), /The first start makes it in/)
    assert.deepEqual([of('SECRET_KEY')?.state, of('access point')?.state], ['warning', 'fine'])
    assert.ok(found.every(({ state, repair }) => (state === 'fine') === (repair === null)))
    const again = await diagnosed({ DATA_DIR: join(folder, 'none') })
    assert.deepEqual(again.of('database'), of('database'))
  })

  test('it says that the schema is that of this version, and where the service of the folder listens', async () => {
    const environment = { DATA_DIR: join(folder, 'used') }
    await firstStart(environment.DATA_DIR)
    const before = await diagnosed(environment)
    assert.equal(before.of('service'), undefined)
    assert.match(String(before.of('database')?.said), /contract|schema/)
    const lock = lockFolder(environment.DATA_DIR)
    lock.announce('http://127.0.0.1:9876')
    try {
      assert.equal((await diagnosed(environment)).of('service')?.said, 'It runs at http://127.0.0.1:9876')
      assert.match(
        (await selfbill(['login-link'], environment)).stdout,
        /^http:\/\/127\.0\.0\.1:9876\/console\/sign-in/,
      )
    } finally {
      lock.release()
    }
    assert.match((await selfbill(['login-link'], environment)).stdout, /^http:\/\/127\.0\.0\.1:8080\/console/)
  })

  test('a setting that cannot be read is wrong, with where to look', async () => {
    const { code, found } = await diagnosed({ PORT: '80x', GATEWAY: 'pigeon' })
    assert.equal(code, 1)
    assert.deepEqual([...new Set(found.map(({ what, state }) => `${what} ${state}`))], ['configuration wrong'])
    const said = found.map((one) => one.said).join('\n')
    assert.ok(/PORT/.test(said) && /GATEWAY/.test(said), said)
    assert.equal(found.length, 2, 'a line for each, and none for their title')
    const { found: others } = await diagnosed({ WEBHOOK_CA_FILE: folder })
    assert.match(String(others[0]?.said), /^WEBHOOK_CA_FILE cannot be read/)
  })

  test('an access point with another token, one that is away, and a database that is away are wrong', async (t) => {
    const [stub, gone] = [await startPhossAp(), await startPhossAp()]
    t.after(() => stub.close())
    const away = gone.url
    await gone.close()
    const real = {
      DATA_DIR: join(folder, 'real'),
      GATEWAY: 'phoss-ap',
      GATEWAY_URL: stub.url,
      GATEWAY_TOKEN: stub.token,
      INBOUND_SECRET: 'x'.repeat(40),
      SERVICE_PROVIDER_ID: '0242:000006-TESTBED.3001',
      C5_RECEIVER_ID: '0242:000006-TESTBED.3001',
    }
    const right = await diagnosed(real)
    const [accessPoint] = right.found.filter(({ what }) => String(what).startsWith('access point'))
    assert.deepEqual([right.code, accessPoint?.state], [0, 'fine'], JSON.stringify(right.found))
    assert.equal(right.of('PUBLIC_URL')?.state, 'warning')
    const wrongs = [
      { ...real, GATEWAY_TOKEN: `${stub.token}x` },
      { ...real, GATEWAY_URL: away },
      { ...real, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      { ...real, PUBLIC_URL: `https://${new URL(stub.url).host}` },
    ]
    for (const [at, what] of ['access point', 'access point', 'database', 'certificate of'].entries()) {
      const { code, found } = await diagnosed(wrongs[at] ?? {})
      const [one] = found.filter(({ state }) => state === 'wrong')
      assert.equal(code, 1, JSON.stringify(found))
      assert.ok(String(one?.what).startsWith(what) && one?.repair !== null, JSON.stringify(one))
    }
  })

  test('a key that does not open what is encrypted is wrong, for check too', async () => {
    const right = { DATA_DIR: join(folder, 'sealed'), SECRET_KEY: 'a'.repeat(64) }
    await firstStart(right.DATA_DIR)
    await selfbill(['keys', 'rotate', '--at-once', '--yes'], { DATA_DIR: right.DATA_DIR })
    const plain = await diagnosed(right)
    const unencrypted = 'secrets that are not encrypted'
    assert.match(String(plain.of(unencrypted)?.said), /^1 signing keys are stored as they are/)
    assert.match(String(plain.of(unencrypted)?.repair), /keys rotate --at-once/)
    assert.equal((await selfbill(['keys', 'rotate', '--at-once', '--yes'], right)).code, 0)
    assert.equal((await diagnosed(right)).of(unencrypted), undefined)
    const [fits, checked] = [await diagnosed(right), await selfbill(['check'], right)]
    assert.equal(fits.of('encrypted secrets')?.said, 'SECRET_KEY opens signing keys')
    assert.match(checked.stdout, /^SECRET_KEY opens signing keys\.$/m)
    assert.deepEqual([fits.code, checked.code], [0, 0])
    const another = { ...right, SECRET_KEY: 'b'.repeat(64) }
    for (const [environment, said] of [
      [another, 'SECRET_KEY does not open 1 of 1 signing keys'],
      [{ DATA_DIR: right.DATA_DIR }, 'SECRET_KEY is not set, and no other key opens 1 of 1 signing keys'],
    ] as const) {
      const { code, of } = await diagnosed(environment)
      assert.deepEqual([code, of('encrypted secrets')?.said], [1, said])
      assert.equal(of('SECRET_KEY'), undefined, 'no second advice')
      assert.match(String(of('encrypted secrets')?.repair), /^Set SECRET_KEY to the key of the other instances/)
      const { code: ended, stdout } = await selfbill(['check', '--json'], environment)
      const [{ sound, checks } = {}] = jsonLines(stdout)
      assert.deepEqual([ended, sound], [1, false])
      assert.deepEqual(checks, [{ what: 'encrypted secrets', sound: false, said: `${said}.` }])
    }
    // The way out when the key is lost.
    assert.equal((await selfbill(['keys', 'rotate', '--at-once', '--yes'], another)).code, 0)
    assert.equal((await diagnosed(another)).of('encrypted secrets')?.state, 'fine')
  })

  test('each kind of secret is tried, and those under DATA_DIR/webhooks.key too', async () => {
    const environment = { DATA_DIR: join(folder, 'kinds') }
    await firstStart(environment.DATA_DIR)
    await selfbill(['organisation', 'set', 'Demo', '--compatibility', 'x-acme'], environment)
    const added = await selfbill(['client', 'add', 'ERP'], environment)
    assert.equal(added.code, 0, added.stderr)
    const own = await diagnosed(environment)
    assert.equal(own.of('encrypted secrets')?.said, 'DATA_DIR/webhooks.key opens client secrets')
    const store = await openStore({ dataDir: environment.DATA_DIR }, 1)
    const [organisation] = await allOrganisations(store.database)
    const orgId = organisation?.id ?? ''
    const text = sealed('x', 'c'.repeat(64))
    const rows = {
      webhooks: { id: 'w', url: 'https://a.example', is_active: 1, secret: text, position: 0, mark: '' },
      drafts: {
        id: 'd',
        user_id: 'u',
        family: 'f',
        profile_id: 'p',
        summary: text,
        content: text,
        version: 1,
        writer: '',
      },
    }
    try {
      for (const [table, row] of Object.entries(rows)) {
        const columns = { org_id: orgId, ...row, created_at: 1, updated_at: 1 }
        const names = Object.keys(columns)
        const values = names.map((_, at) => `$${at + 1}`)
        await store.database.query({
          sql: `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`,
          params: Object.values(columns),
        })
      }
    } finally {
      await store.close()
    }
    const { of } = await diagnosed(environment)
    assert.equal(
      of('encrypted secrets')?.said,
      'SECRET_KEY is not set, and no other key opens 1 of 1 webhook secrets and 1 of 1 drafts',
    )
  })

  test('a DATA_DIR that this user may not write is wrong, with the path', async (t) => {
    const closed = join(folder, 'closed')
    await mkdir(closed)
    await chmod(folder, 0o755)
    await chmod(closed, 0o555)
    t.after(() => chmod(closed, 0o755))
    for (const DATA_DIR of [closed, join(closed, 'below')]) {
      const stdout = await asNobody(['doctor', '--json'], { DATA_DIR })
      const one = jsonLines(stdout).find(({ what }) => what === 'DATA_DIR')
      assert.equal(one?.state, 'wrong', stdout)
      assert.ok(String(one.said).startsWith(`This user may not write ${closed}/: EACCES`), String(one.said))
    }
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, of } = await diagnosed({ DATA_DIR: file })
    assert.deepEqual([code, of('DATA_DIR')?.state], [1, 'wrong'])
  })

  test('a file of the database that belongs to another user is wrong', async () => {
    const DATA_DIR = join(folder, 'mixed')
    await firstStart(DATA_DIR)
    await chmod(folder, 0o755)
    await chmod(DATA_DIR, 0o777)
    await chmod(join(DATA_DIR, 'selfbill.db'), 0o444)
    const [one] = jsonLines(await asNobody(['doctor', '--json'], { DATA_DIR })).filter(({ state }) => state === 'wrong')
    assert.match(String(one?.said), /^This user may not write \S+\/selfbill\.db: EACCES/)
  })

  test('a role above row level security is a warning', { skip: server === undefined }, async () => {
    const url = server ?? assert.fail()
    for (const [DATABASE_URL, state] of [
      [administratorUrl(url), 'warning'],
      [url, undefined],
    ] as const) {
      const { of } = await diagnosed({ DATABASE_URL, GATEWAY: 'sandbox' })
      assert.equal(of('database')?.state, 'fine')
      assert.equal(of('database role')?.state, state)
    }
  })

  test('a role that does not own its database is wrong, and ends each command in one line', {
    skip: server === undefined,
  }, async (t) => {
    const url = server ?? assert.fail()
    const administrator = new Client(administratorUrl(url))
    await administrator.connect()
    t.after(async () => {
      await dropDatabase(administratorUrl(url), 'not_owned')
      await administrator.query('drop role if exists not_owner, other_owner')
      await administrator.end()
    })
    await administrator.query('create database not_owned')
    await administrator.query('create role not_owner login')
    const DATABASE_URL = Object.assign(new URL(url), { username: 'not_owner', pathname: '/not_owned' }).href
    const environment = { DATABASE_URL, GATEWAY: 'sandbox' }
    const repair = 'alter database "not_owned" owner to "not_owner"'
    const { code, of } = await diagnosed(environment)
    assert.deepEqual([code, of('database role')?.state], [1, 'wrong'])
    assert.equal(of('database role')?.repair, `As a superuser: ${repair}`)
    const migrated = await selfbill(['migrate'], environment)
    assert.equal(migrated.code, 2)
    assert.match(migrated.stderr, /^selfbill migrate: the role not_owner must own the database not_owned .*public\): /)
    assert.ok(migrated.stderr.endsWith(`: ${repair}\n`), migrated.stderr)

    await administrator.query(repair)
    assert.equal((await selfbill(['migrate'], environment)).code, 0)
    assert.match(
      String((await diagnosed(environment)).of('database')?.said),
      /^It is PostgreSQL 127\.\S+\/not_owned, and/,
    )
    // As after a restore by another role.
    await administrator.query('create role other_owner')
    await onDatabase(administratorUrl(DATABASE_URL), 'reassign owned by not_owner to other_owner')
    const headings = (await diagnosed(environment)).found
      .filter(({ state }) => state === 'wrong')
      .map(({ what }) => what)
    assert.deepEqual(headings, ['database role', 'owner of the tables'])
    await administrator.query(repair)
    for (const words of [['organisation', 'list'], ['migrate'], ['doctor']]) {
      const { code: ended, stdout, stderr } = await selfbill(words, environment)
      assert.notEqual(ended, 0)
      assert.match(
        stdout + stderr,
        /the tables in the database not_owned belong to other_owner, not to not_owner[:.]\s+restore again as not_owner/i,
        words.join(' '),
      )
      assert.doesNotMatch(stdout + stderr, /alter database|\n {4}at /)
    }
  })

  test('a database that is read-only is wrong, and the repair ends it', { skip: server === undefined }, async (t) => {
    const url = server ?? assert.fail()
    const administrator = new Client(administratorUrl(url))
    await administrator.connect()
    t.after(async () => {
      await dropDatabase(administratorUrl(url), 'read_only')
      await administrator.query('drop role read_only_owner')
      await administrator.end()
    })
    await administrator.query('create role read_only_owner login')
    await administrator.query('create database read_only owner read_only_owner')
    const DATABASE_URL = Object.assign(new URL(url), { username: 'read_only_owner', pathname: '/read_only' }).href
    const environment = { DATABASE_URL, GATEWAY: 'sandbox' }
    const what = 'writes to the database'
    for (const place of ['database read_only', 'role read_only_owner', 'role read_only_owner in database read_only']) {
      await administrator.query(`alter ${place} set default_transaction_read_only = on`)
      const { code, of } = await diagnosed(environment)
      assert.deepEqual([code, of(what)?.state], [1, 'wrong'], 'before and after there are tables')
      assert.match(String(of(what)?.said), /default_transaction_read_only is on$/)
      const [, repair = ''] = /^As a superuser: (.*)\. Some/.exec(String(of(what)?.repair)) ?? []
      await onDatabase(administratorUrl(DATABASE_URL), ...repair.split('; '))
      assert.equal((await diagnosed(environment)).of(what), undefined)
      assert.equal((await selfbill(['migrate'], environment)).code, 0)
    }
    const rows = await onDatabase(DATABASE_URL, 'select count(*)::int as count from readiness')
    assert.deepEqual(rows, [{ count: 0 }], 'what it tried is rolled back')
  })

  test('an embedded database that refuses the write is wrong', async () => {
    const DATA_DIR = join(folder, 'refusing')
    await firstStart(DATA_DIR)
    const other = new DatabaseSync(join(DATA_DIR, 'selfbill.db'))
    other.exec(`create trigger refused before insert on readiness begin select raise(abort, 'no'); end`)
    other.close()
    const { code, of } = await diagnosed({ DATA_DIR })
    const { said, repair } = of('writes to the database') ?? {}
    assert.equal(code, 1)
    assert.match(String(said), /^It accepts no write: SQLite \(\d+\): no$/)
    assert.match(String(repair), /^Look whether the user of the service may read and write DATA_DIR/)
  })

  test('a PostgreSQL that lets nobody in is wrong, with a repair for each reason', {
    skip: server === undefined,
  }, async () => {
    const url = server ?? assert.fail()
    const changed = (parts: Partial<URL>) => Object.assign(new URL(url), parts).href
    const cases: readonly (readonly [url: string, repair: RegExp])[] = [
      [changed({ hostname: 'db.invalid' }), /^No name server knows the host/],
      [changed({ port: '9' }), /^Nothing listens/],
      [changed({ pathname: '/no_such_database' }), /^Make the database/],
      [changed({ username: 'no_such_role' }), /^Make the role/],
      [changed({ search: '?sslmode=verify-full' }), /^Switch TLS on/],
    ]
    for (const [DATABASE_URL, repair] of cases) {
      const { of } = await diagnosed({ DATABASE_URL, GATEWAY: 'sandbox' })
      assert.equal(of('database')?.state, 'wrong')
      assert.match(String(of('database')?.repair), repair, String(of('database')?.said))
    }
  })

  test('an address for people that this machine cannot reach is a warning, others are wrong', async () => {
    const DATA_DIR = join(folder, 'none')
    const closed = await diagnosed({ DATA_DIR, PUBLIC_URL: 'https://bills.invalid' })
    assert.deepEqual([closed.code, closed.of('certificate of bills.invalid')?.state], [0, 'warning'])
    assert.match(String(closed.of('certificate of bills.invalid')?.said), /^It cannot be reached from here: /)
    const OIDC = 'issuer=https://login.invalid,client_id=selfbill,client_secret=x'
    const needed = await diagnosed({ DATA_DIR, PUBLIC_URL: 'https://login.invalid', OIDC })
    assert.deepEqual([needed.code, needed.of('certificate of login.invalid')?.state], [1, 'wrong'])
    assert.match(String(needed.of('certificate of login.invalid')?.repair), /^Correct the address/)
  })

  test('a connection to another machine without TLS is a warning', async () => {
    const address = (query: string) => ({
      DATABASE_URL: `postgres://u:secret@db.invalid/tax${query}`,
      GATEWAY: 'sandbox',
    })
    for (const query of ['', '?sslmode=verify-full']) {
      const { code, of } = await diagnosed(address(query))
      assert.deepEqual([code, of('database')?.state], [1, 'wrong'])
      assert.equal(of('database connection')?.state, query === '' ? 'warning' : undefined)
    }
  })

  test('the sandbox is a warning where real documents may be expected', async () => {
    const production = { NODE_ENV: 'production', GATEWAY: 'sandbox', DATA_DIR: join(folder, 'none') }
    const { code, of } = await diagnosed(production)
    assert.deepEqual([code, of('access point')?.state], [0, 'warning'])
    assert.match(String(of('access point')?.repair), /GATEWAY=phoss-ap/)
    assert.equal(of('database')?.state, 'warning', 'a mistyped DATA_DIR')
    assert.match(
      String(of('database')?.said),
      /^There is no database yet: the first start makes a new one in \/.*none$/,
    )
  })

  test('a variable with a mistake in its name is a warning', async () => {
    const { of } = await diagnosed({ DATA_DIR: join(folder, 'none'), PUBLIC_ULR: 'https://bills.example' })
    assert.deepEqual(
      [of('configuration')?.state, of('configuration')?.said],
      ['warning', 'PUBLIC_ULR is not a setting and has no effect: write PUBLIC_URL'],
    )
  })

  test('a variable with a mistake in its name is named where the configuration is refused for it', async () => {
    const misspelt = { GATEWAY: 'sandbox', PUBLIC_ULR: 'https://bills.example' }
    for (const [variables, problem] of [
      [{ EMBEDDED_DATABASE: 'off' }, /^DATABASE_URL must be set/],
      [{ WEBHOOK_CA_FILE: folder }, /^WEBHOOK_CA_FILE cannot be read/],
    ] as const) {
      const { code, found } = await diagnosed({ ...variables, ...misspelt })
      assert.equal(code, 1)
      assert.match(String(found[0]?.said), problem)
      assert.deepEqual(
        found.slice(1).map(({ state, said }) => [state, said]),
        [['warning', 'PUBLIC_ULR is not a setting and has no effect: write PUBLIC_URL']],
      )
    }
    const { code, stderr } = await selfbill(['keys', 'list'], { EMBEDDED_DATABASE: 'off', ...misspelt })
    assert.equal(code, 2)
    assert.match(
      stderr,
      /^selfbill keys: The configuration is wrong:\n {2}DATABASE_URL .*\nPUBLIC_ULR is not a setting/,
    )
  })

  test('a provider or an issuer that is away, or answers wrong, is wrong', async (t) => {
    const provider = await anOpenIdProvider()
    t.after(() => provider.close())
    const gone = await startPhossAp()
    const away = gone.url
    await gone.close()
    const oidc = (issuer: string) => ({ OIDC: `issuer=${issuer},client_id=selfbill,client_secret=x,name=Login` })
    const trusted = (jwks_uri: string) => ({
      TRUSTED_ISSUERS: JSON.stringify([{ issuer: 'https://erp.example', jwks_uri, organisations: ['Demo'] }]),
    })
    const elsewhere = provider.issuer.replace('127.0.0.1', 'localhost')
    const cases = [
      [oidc(provider.issuer), 'OpenID provider Login', /^It answers with its metadata as http:/],
      [oidc(away), 'OpenID provider Login', /^Nobody can sign in there: .*ECONNREFUSED/],
      [oidc(`${provider.issuer}/tenant`), 'OpenID provider Login', /^Nobody can sign in there: .*HTTP/],
      [oidc(elsewhere), 'OpenID provider Login', /^Nobody can sign in there: .*issuer/],
      [trusted(`${provider.issuer}/jwks`), 'issuer https://erp.example', /^It answers with 1 key$/],
      [
        trusted(`${provider.issuer}/none`),
        'issuer https://erp.example',
        /^Its tokens cannot be checked: the issuer answered 404/,
      ],
      [trusted(away), 'issuer https://erp.example', /^Its tokens cannot be checked: .*ECONNREFUSED/],
    ] as const
    for (const [environment, what, said] of cases) {
      const { code, of } = await diagnosed({ DATA_DIR: join(folder, 'none'), ...environment })
      assert.match(String(of(what)?.said), said)
      const isFine = of(what)?.state === 'fine'
      assert.deepEqual([code, of(what)?.repair === null], isFine ? [0, true] : [1, false])
    }
  })

  test('no heading is printed twice', async () => {
    const environment = { DATA_DIR: join(folder, 'headings'), SECRET_KEY: 'a'.repeat(64) }
    await firstStart(environment.DATA_DIR)
    await selfbill(['keys', 'rotate', '--at-once', '--yes'], environment)
    const { found } = await diagnosed(environment)
    const headings = found.map(({ what }) => what)
    assert.deepEqual(headings, [...new Set(headings)])
    assert.ok(headings.includes('encrypted secrets'))
  })

  test('for people it prints a line for each, and the repair below', async () => {
    const { stdout } = await selfbill(['doctor'], { DATA_DIR: join(folder, 'none') })
    assert.match(stdout, /^warning {2}SECRET_KEY: .*\.\n {9}Set SECRET_KEY to .*\.$/m)
  })
})

/** Returns the rows of the last one. */
async function onDatabase(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client(url)
  await client.connect()
  try {
    let rows: readonly unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** As a user without rights: root may write everywhere. Returns what it prints. */
function asNobody(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...environment }
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  return new Promise((resolve) => {
    execFile(process.execPath, [`${binary}.js`, ...args], { ...user, env, cwd: '/' }, (_, stdout) => resolve(stdout))
  })
}
