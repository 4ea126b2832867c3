import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { lockFolder } from '../../src/store/database/folder-lock.ts'
import { startPhossAp } from '../support/network/phoss-ap-stub.ts'
import { commandLine, jsonLines } from '../support/processes/command-line.ts'

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
    await selfbill(['organisation', 'list'], environment)
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

  test('for people it prints a line for each, and the repair below', async () => {
    const { stdout } = await selfbill(['doctor'], { DATA_DIR: join(folder, 'none') })
    assert.match(stdout, /^warning {2}SECRET_KEY: .*\.\n {9}Set SECRET_KEY to .*\.$/m)
  })
})
