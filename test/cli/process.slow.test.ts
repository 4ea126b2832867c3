import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { binary, commandLineProcess, example, firstStart } from '../support/processes/command-line.ts'

// bin/selfbill as a process of its own. Other files run the same commands in their process: this one
// alone notices when a shell sees another exit code, stream or file, or a process that does not end.

describe('the process of bin/selfbill', () => {
  const { folder, selfbill } = commandLineProcess()
  before(() => firstStart(join(folder, 'data')))

  test('ends with the exit code of its command, and prints to the two streams', async () => {
    const done = await selfbill(['organisation', 'list'])
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /\n\S+ {2}Demo {2}/)
    const refused = await selfbill(['rules', 'IBR-9999'])
    assert.deepEqual(refused, { code: 1, stdout: '', stderr: 'there is no rule IBR-9999\n' })
    const misused = await selfbill(['keys'])
    assert.deepEqual([misused.code, misused.stdout], [2, ''])
    assert.match(misused.stderr, /^selfbill keys: name a subcommand\n\nUsage: selfbill keys list/)
  })

  test('reads its standard input, and files from the folder in which it was called', async () => {
    const request = example('purchase-invoice.json')
    await copyFile(request, join(folder, 'here.json'))
    const named = await selfbill(['validate', 'here.json'])
    assert.match(named.stdout, /^here\.json: valid by /, named.stderr)
    const piped = await selfbill(['validate', '-'], {}, named.stdout)
    assert.equal(piped.code, 1)
    assert.match(piped.stdout, /^standard input: NOT valid/)
    const missing = await selfbill(['profile', 'add', 'no-such.json'])
    assert.deepEqual(missing, { code: 2, stdout: '', stderr: 'selfbill profile: there is no file no-such.json\n' })
  })

  test('takes it as no failure when its reader leaves', async () => {
    const command = `{ '${binary}' rules; echo "code $?" >&2; } | head -n 1`
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: folder })
    assert.equal(stdout.split('\n').length, 2)
    assert.equal(stderr, 'code 0\n')
  })

  test('ends when the service cannot start, with one line and without a stack', async () => {
    await writeFile(join(folder, 'taken.db'), '')
    for (const [variables, message] of [
      [{ WEBHOOK_CA_FILE: folder }, /^selfbill serve: WEBHOOK_CA_FILE cannot be read: /],
      [{ HOST: '192.0.2.1' }, /^selfbill serve: .*EADDRNOTAVAIL.*: --host or HOST$/m],
      [{ DATA_DIR: join(folder, 'taken.db') }, /^selfbill serve: the folder \S+ cannot be used: /],
    ] as const) {
      const { code, stderr } = await selfbill(['serve'], variables)
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ +at /m)
    }
  })
})
