import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { FolderInUse, lockFolder } from '../../src/store/database/folder-lock.ts'
import { commandLine, type Ended, example, firstStart, root } from '../support/processes/command-line.ts'
import { called, place } from './every-command.ts'

// 1: the command was called rightly, and refused. 2: the command, a setting or a file is wrong.

const isRefused = ({ code, stdout, stderr }: Ended, said: RegExp, args: readonly string[]) => {
  const about = `${args.join(' ')}: ${stderr}${stdout}`
  assert.equal(code, 1, about)
  assert.match(stderr, said, about)
  assert.doesNotMatch(stderr, /^Usage:/m, about)
}

/** An option that the command does not take, and an object store that is not there. */
const namesNone = /unknown option '--org'|cannot be used with option '--org|--org needs --because|BLOBS_URL is not set/

describe('exit codes', () => {
  const { folder, selfbill } = commandLine()
  const noSuch = crypto.randomUUID()

  test('the page and the help say the same', async () => {
    const [page, help] = [await readFile(join(root, 'docs/cli.md'), 'utf8'), (await selfbill([])).stdout]
    for (const [code, meaning] of Object.entries(exitCodes)) {
      assert.ok(page.includes(`| ${code} | ${meaning} |`), meaning)
      assert.ok(help.includes(`  ${code}  ${meaning}`), help)
    }
  })

  test('what is not there, or in no state for it, is refused with 1 and without the usage', async () => {
    const environment = { DATA_DIR: join(folder, 'state') }
    await firstStart(environment.DATA_DIR)
    const [admin] = (await selfbill(['user', 'list', '--json'], environment)).stdout.split('\n')
    const { user_id: last } = JSON.parse(String(admin))
    const profile = join(folder, 'profile.json')
    const content = JSON.parse(await readFile(example('business-profile.json'), 'utf8'))
    await writeFile(profile, JSON.stringify({ ...content, profile_id: 'BP-DEMO000001' }))
    for (const [said, ...args] of [
      [/last administrator/, 'user', 'remove', last],
      [/last administrator/, 'user', 'erase', last, '--yes'],
      [/last administrator/, 'user', 'role', last, 'viewer'],
      [/no user/, 'user', 'remove', noSuch],
      [/no user/, 'user', 'role', noSuch, 'clerk'],
      [/no user/, 'user', 'data', noSuch],
      [/no user/, 'user', 'erase', noSuch, '--yes'],
      [/no user/, 'login-link', '--email', 'nobody@example.com'],
      [/no client/, 'client', 'rotate', noSuch],
      [/no client/, 'client', 'revoke', noSuch],
      [/already/, 'organisation', 'add', 'Demo'],
      [/already/, 'profile', 'add', profile],
      [/no document/, 'report', noSuch],
      [/no document/, 'hold', 'set', noSuch, '--reason', 'x'],
      [/no document/, 'hold', 'release', noSuch, '--yes'],
      [/there is no|no leg/i, 'retry', noSuch],
      [/no business profile/, 'import', '--profile', 'BP-NONE', example('import.csv')],
    ] as const)
      isRefused(await selfbill(args, environment), said, args)
  })

  test('an organisation that is not there is refused by every command that can name one', async (t) => {
    const environment = { DATA_DIR: join(folder, 'nobody') }
    await firstStart(environment.DATA_DIR)
    const { args: placed } = await place(t)
    for (const words of called) {
      const [command = ''] = words
      if (!(await selfbill([command, '--help'])).stdout.includes('--org NAME')) continue
      const args = [...placed(words), '--org', 'Nobody']
      const ended = await selfbill(args, environment)
      if (namesNone.test(ended.stderr)) continue
      isRefused(ended, /there is no organisation "Nobody"/, args)
    }
  })

  test('a database that is away is no wrong use', async (t) => {
    const { args: placed } = await place(t)
    const environment = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      GATEWAY: 'sandbox',
      SECRET_KEY: 'a'.repeat(64),
    }
    for (const words of called) {
      const args = placed(words)
      const ended = await selfbill(args, environment)
      // PostgreSQL has tools of its own.
      if (words[0] === 'backup') assert.equal(ended.code, 2)
      else isRefused(ended, /127\.0\.0\.1:9|ECONNREFUSED|not available/, args)
    }
  })

  test('a folder that another service has is not free', (t) => {
    const dataDir = join(folder, 'busy')
    const lock = lockFolder(dataDir)
    t.after(() => lock.release())
    assert.throws(() => lockFolder(dataDir), FolderInUse)
  })
})
