import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { calculateJwkThumbprint, type JSONWebKeySet } from 'jose'
import { commandLine, example, firstStart, jsonLines } from '../support/processes/command-line.ts'

describe('bin/selfbill administers', () => {
  const { folder, selfbill } = commandLine()

  test('organisations are added, shown, changed and revoked', async () => {
    const environment = { DATA_DIR: join(folder, 'organisations') }
    await firstStart(environment.DATA_DIR)
    const organisation = async (...args: readonly string[]) => selfbill(['organisation', ...args], environment)
    const added = await organisation('add', 'Falcon', '--phase2', 'off', '--version', '20260507')
    assert.match(added.stdout, /^[0-9a-f-]{36}\n$/, added.stderr)
    const changed = await organisation('set', 'Falcon', '--name', 'Heron', '--numbering', 'off', '--phase2', 'on')
    assert.equal(changed.code, 0, changed.stderr)
    const shown = await organisation('show', 'Heron')
    assert.equal(shown.stdout, changed.stdout)
    for (const fact of [
      'version        20260507',
      'phase2         on',
      'numbering      off',
      'number-format  {prefix}-{sequence:6}',
    ])
      assert.ok(shown.stdout.includes(`${fact}\n`), fact)
    assert.match(
      (await organisation('list')).stdout,
      /^ORG ID +NAME .*\n\S+ {2}Demo {3}20260101 +yes +-\n\S+ {2}Heron {2}20260507 +yes +-\n$/,
    )
    assert.equal((await organisation('revoke', 'Heron', '--yes')).code, 0)
    const [demo, heron] = jsonLines((await organisation('list', '--json')).stdout)
    assert.deepEqual([demo?.name, demo?.phase_2_enabled, demo?.revoked_at], ['Demo', true, null])
    assert.match(String(heron?.revoked_at), /^2.*Z$/)
    const [one] = jsonLines((await organisation('show', 'Heron', '--json')).stdout)
    assert.deepEqual([one?.org_id, one?.auto_numbering_enabled], [heron?.org_id, false])
    assert.equal((await organisation('add', 'Demo')).code, 1)
    const wrong = [
      ['set', 'Demo', '--phase2', 'maybe'],
      ['set', 'Demo', '--number-format', '{prefix}'],
      ['nonsense', 'Demo'],
    ]
    for (const args of wrong) assert.equal((await organisation(...args)).code, 2, args.join(' '))
  })

  test('sandbox time passes for one organisation or all, up to the limit of each', async () => {
    const environment = { DATA_DIR: join(folder, 'time') }
    await firstStart(environment.DATA_DIR)
    const run = (...args: readonly string[]) => selfbill(args, environment)
    await run('organisation', 'add', 'Falcon')
    const one = await run('sandbox', 'advance', '3000d', '--org', 'Falcon')
    assert.match(one.stdout, /^Falcon is now at \S+Z\.\n$/, one.stderr)
    for (const wrong of [[], ['--org', 'Falcon', '--all-organisations']]) {
      const refused = await run('sandbox', 'advance', '3000d', ...wrong)
      assert.deepEqual([refused.code, refused.stdout], [2, ''], 'one organisation, or all by name')
    }
    const all = await run('sandbox', 'advance', '3000d', '--all-organisations')
    assert.match(all.stdout, /^Demo is now at \S+Z\.\n$/)
    assert.match(all.stderr, /^selfbill sandbox: Falcon: The clock of the sandbox may be 3650 days ahead at most\n$/)
    assert.equal(all.code, 1)
    const both = await run('sandbox', 'advance', '1d', '--all-organisations')
    assert.match(both.stdout, /^Demo is now at \S+Z\.\nFalcon is now at \S+Z\.\n$/)
    assert.equal(both.code, 0)
    assert.equal((await run('sandbox', 'advance', '1d', '--org', 'Nobody')).code, 1)
    const elsewhere = { GATEWAY: 'phoss-ap', GATEWAY_URL: 'http://127.0.0.1:1', GATEWAY_TOKEN: 'x' }
    for (const [args, more] of [
      [['advance', '-1h'], {}],
      [['advance'], {}],
      [['advance', '1d'], elsewhere],
    ] as const)
      assert.equal((await selfbill(['sandbox', ...args], { ...environment, ...more })).code, 2, args.join(' '))
  })

  test('in compatibility mode clients get secrets that can sign', async () => {
    const environment = { DATA_DIR: join(folder, 'compatibility') }
    await firstStart(environment.DATA_DIR)
    const run = (...args: readonly string[]) => selfbill(args, environment)
    const added = await run('client', 'add', 'Old')
    const [, id = ''] = /^client_id {6}(\S+)$/m.exec(added.stdout) ?? []
    const on = await run('organisation', 'set', 'Demo', '--compatibility', 'X-Acme')
    assert.equal(on.code, 0, on.stderr)
    assert.match(on.stdout, /^compatibility {2}x-acme$/m)
    assert.match(on.stdout, new RegExp(`^ {2}selfbill client rotate ${id} --org 'Demo' {4}# Old$`, 'm'))
    const listed = async () => {
      const [client] = jsonLines((await run('client', 'list', '--json')).stdout)
      return [client?.client_id, client?.name, client?.scope, client?.token_by_signature]
    }
    const old = [id, 'Old', 'documents:read documents:write']
    assert.deepEqual(await listed(), [...old, undefined])
    assert.equal((await run('client', 'rotate', id)).code, 0)
    assert.deepEqual(await listed(), [...old, true])
    const renamed = await run('organisation', 'set', 'Demo', '--name', "Falcon's", '--compatibility', 'off')
    assert.equal(renamed.code, 0, renamed.stderr)
    const moved = await run('organisation', 'set', "Falcon's", '--name', "Demo's Son", '--compatibility', 'x-acme')
    assert.ok(moved.stdout.includes(`selfbill client rotate ${id} --org 'Demo'\\''s Son'    # Old\n`), moved.stdout)
    assert.equal((await run('client', 'rotate', id)).code, 0)
    assert.equal((await run('organisation', 'set', "Demo's Son", '--name', 'Demo')).code, 0)
    const again = await run('organisation', 'set', 'Demo', '--compatibility', 'x-acme')
    assert.doesNotMatch(again.stdout, /client rotate/)
    const off = await run('organisation', 'set', 'Demo', '--compatibility', 'off')
    assert.match(off.stdout, /^compatibility {2}off$/m)
    assert.deepEqual(await listed(), [...old, undefined])
    const wrong = await run('organisation', 'set', 'Demo', '--compatibility', 'acme')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /--compatibility must be the prefix of a header, such as x-acme, or off/)
    const whole = { ...environment, COMPATIBILITY: 'x-acme' }
    assert.match((await selfbill(['organisation', 'show', 'Demo'], whole)).stdout, /^compatibility {2}off$/m)
    await selfbill(['organisation', 'add', 'Heron'], whole)
    assert.match((await selfbill(['organisation', 'show', 'Heron'], whole)).stdout, /^compatibility {2}x-acme$/m)
  })

  test('clients get secrets that are printed once; keys are rotated one rotation at a time', async () => {
    const environment = { DATA_DIR: join(folder, 'clients') }
    await firstStart(environment.DATA_DIR)
    const run = (...args: readonly string[]) => selfbill(args, environment)
    const added = await run('client', 'add', 'ERP', '--scope', 'documents:read')
    const [, id = '', secret = ''] = /^client_id {6}(\S+)\nclient_secret {2}(sbs_[\w-]{43})\n$/.exec(added.stdout) ?? []
    assert.notEqual(secret, '', added.stderr)
    const rotated = await run('client', 'rotate', id, '--overlap', '0')
    assert.match(rotated.stdout, /client_secret {2}sbs_[\w-]{43}\nAll former secrets have ended\.\n$/)
    assert.ok(!rotated.stdout.includes(secret))
    const listed = await run('client', 'list')
    assert.match(listed.stdout, new RegExp(`^CLIENT ID .*\\n${id}  ERP   documents:read  yes +- +-\\n$`))
    assert.equal((await run('client', 'revoke', id)).code, 0)
    assert.match((await run('client', 'list')).stdout, /\n\S+ {2}ERP {3}documents:read {2}yes +- +2.*Z\n$/)
    assert.equal((await run('client', 'rotate', id)).code, 1)
    assert.equal((await run('client', 'revoke', 'x')).code, 1)
    assert.equal((await run('client', 'add', 'A', '--scope', 'all')).code, 2)
    const keys = await run('keys', 'rotate')
    assert.equal(keys.code, 0, keys.stderr)
    assert.equal((await run('keys', 'rotate')).code, 0, 'the first of all keys is made with it')
    const second = await run('keys', 'rotate')
    assert.equal(second.code, 1)
    assert.match(second.stderr, /a rotation is under way/)
    assert.equal(jsonLines((await run('keys', 'list', '--json')).stdout).length, 2)
    assert.equal(
      (await run('keys', 'rotate', '--at-once', '--yes')).stdout.trim().split('\n').length,
      2,
      'titles and a key',
    )
    const every = jsonLines((await run('keys', 'list', '--all', '--json')).stdout)
    assert.equal(every.length, 3)
    const exported: JSONWebKeySet = JSON.parse((await run('keys', 'export')).stdout)
    const thumbprints = await Promise.all(exported.keys.map((key) => calculateJwkThumbprint(key)))
    assert.deepEqual(
      every.map(({ thumbprint }) => thumbprint),
      thumbprints,
    )
    assert.ok(exported.keys.every((key) => key.d === undefined && key.x !== undefined))
  })

  test('a business profile comes from a file, or from standard input', async () => {
    const environment = { DATA_DIR: join(folder, 'profiles') }
    await firstStart(environment.DATA_DIR)
    const profile = {
      ...JSON.parse(readFileSync(example('business-profile.json'), 'utf8')),
      profile_id: 'BP-PIPED0001',
    }
    const added = await selfbill(['profile', 'add', '-'], environment, JSON.stringify(profile))
    assert.deepEqual(added, { code: 0, stdout: 'BP-PIPED0001\n', stderr: '' })
    const broken = await selfbill(['profile', 'add', '-'], environment, '{')
    assert.equal(broken.code, 2)
    assert.match(broken.stderr, /^selfbill profile: the input: /)
  })
})
