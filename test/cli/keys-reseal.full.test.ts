import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandLine, firstStart, jsonLines } from '../support/processes/command-line.ts'

// A change of SECRET_KEY as an operator makes it. src/service/reseal.full.test.ts has the rest.

const [old, next] = ['a'.repeat(64), 'b'.repeat(64)]

describe('bin/selfbill keys reseal', () => {
  const { folder, selfbill } = commandLine()

  test('moves everything to the new key, and says when the former one may go', async () => {
    const DATA_DIR = join(folder, 'changed')
    await firstStart(DATA_DIR)
    const before = { DATA_DIR, SECRET_KEY: old }
    assert.equal((await selfbill(['keys', 'rotate', '--at-once', '--yes'], before)).code, 0)
    assert.equal((await selfbill(['organisation', 'set', 'Demo', '--compatibility', 'x-acme'], before)).code, 0)
    assert.equal((await selfbill(['client', 'add', 'ERP'], before)).code, 0)
    const both = { DATA_DIR, SECRET_KEY: next, SECRET_KEY_FORMER: old }
    const doctor = async (environment: Readonly<Record<string, string>>, what = 'former keys') => {
      const { code, stdout } = await selfbill(['doctor', '--json'], environment)
      assert.equal(code, 0, stdout)
      return jsonLines(stdout).find((one) => one.what === what)
    }
    const left = await doctor(both)
    assert.equal(
      left?.said,
      'Still encrypted under a former key: 1 signing keys (SECRET_KEY_FORMER 1) and 1 client secrets (SECRET_KEY_FORMER 1)',
    )
    assert.match(String(left?.repair), /^Run selfbill keys reseal /)

    const counted = await selfbill(['keys', 'reseal', '--dry-run', '--json'], both)
    assert.equal(counted.code, 1)
    assert.deepEqual(jsonLines(counted.stdout), [
      { kind: 'signing keys', key: 'SECRET_KEY_FORMER 1', count: 1 },
      { kind: 'client secrets', key: 'SECRET_KEY_FORMER 1', count: 1 },
    ])
    assert.match(
      counted.stderr,
      /^selfbill keys: 2 are not encrypted under SECRET_KEY yet: run selfbill keys reseal\n$/,
    )

    const moved = await selfbill(['keys', 'reseal'], both)
    assert.equal(moved.code, 0, moved.stderr)
    assert.equal(
      moved.stdout,
      'KIND            KEY         COUNT\nsigning keys    SECRET_KEY  1\nclient secrets  SECRET_KEY  1\n',
    )
    const mayGo = 'selfbill keys: no former key is needed: remove SECRET_KEY_FORMER from every instance\n'
    assert.equal(moved.stderr, mayGo)
    assert.equal((await doctor(both))?.said, 'The database needs no former key any more')

    const after = { DATA_DIR, SECRET_KEY: next }
    assert.equal((await doctor(after, 'encrypted secrets'))?.said, 'SECRET_KEY opens signing keys and client secrets')
    assert.equal(await doctor(after), undefined, 'no former key is there')
    assert.equal((await selfbill(['token'], after)).code, 0)
  })

  test('while no key opens something, nothing says that no former key is needed', async () => {
    const DATA_DIR = join(folder, 'closed')
    await firstStart(DATA_DIR)
    assert.equal((await selfbill(['keys', 'rotate', '--at-once', '--yes'], { DATA_DIR, SECRET_KEY: old })).code, 0)
    const set = { DATA_DIR, SECRET_KEY: next }
    for (const [environment, args] of [
      [{ ...set, SECRET_KEY_FORMER: 'c'.repeat(64) }, []],
      [{ ...set, SECRET_KEY_FORMER: 'c'.repeat(64) }, ['--dry-run']],
      [set, []],
    ] as const) {
      const { code, stdout, stderr } = await selfbill(['keys', 'reseal', '--json', ...args], environment)
      assert.equal(code, 1)
      assert.deepEqual(jsonLines(stdout), [{ kind: 'signing keys', key: 'no key', count: 1 }])
      assert.match(stderr, /^selfbill keys: no key opens 1, or their objects are missing: add the key .*\n$/)
      const doctor = await selfbill(['doctor', '--json'], environment)
      const said = jsonLines(doctor.stdout).filter(({ what }) => /keys|secrets/.test(String(what)))
      assert.deepEqual(
        [doctor.code, said.map(({ what, state }) => [what, state])],
        [1, [['encrypted secrets', 'wrong']]],
      )
    }
  })

  test('what DATA_DIR/webhooks.key encrypts moves to the first SECRET_KEY, and what is not encrypted too', async () => {
    const DATA_DIR = join(folder, 'first')
    await firstStart(DATA_DIR)
    assert.equal((await selfbill(['keys', 'rotate', '--at-once', '--yes'], { DATA_DIR })).code, 0)
    assert.equal((await selfbill(['organisation', 'set', 'Demo', '--compatibility', 'x-acme'], { DATA_DIR })).code, 0)
    assert.equal((await selfbill(['client', 'add', 'ERP'], { DATA_DIR })).code, 0)
    const set = { DATA_DIR, SECRET_KEY: next }
    const keysOf = async (args: readonly string[]) =>
      jsonLines((await selfbill(['keys', 'reseal', '--json', ...args], set)).stdout).map(({ key }) => key)
    assert.deepEqual(await keysOf(['--dry-run']), ['not encrypted', 'DATA_DIR/webhooks.key'])
    const { stdout } = await selfbill(['doctor', '--json'], set)
    const left = jsonLines(stdout).find(({ what }) => what === 'former keys')
    assert.equal(left?.said, 'Still encrypted under a former key: 1 client secrets (DATA_DIR/webhooks.key)')
    assert.deepEqual(await keysOf([]), ['SECRET_KEY', 'SECRET_KEY'])
    const { code, stderr } = await selfbill(['keys', 'reseal'], { DATA_DIR })
    assert.deepEqual(
      [code, stderr.split('\n')[0]],
      [2, 'selfbill keys: SECRET_KEY is not set: there is no key to encrypt under'],
    )
  })
})
