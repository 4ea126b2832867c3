import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { sql } from '../support/databases/any-row.ts'
import { onPostgres } from '../support/databases/databases.ts'
import { selfbill } from '../support/processes/command-line.ts'
import { allCommands, called, calls, place, without } from './every-command.ts'

// Where DATA_DIR or DATABASE_URL has a wrong name, a command names the place and makes nothing there.

test('every command is either called here without a database, or needs none', () => {
  assert.deepEqual([...allCommands()].toSorted(), [...without, ...Object.keys(calls)].toSorted())
})

describe('a command where DATA_DIR names no database', () => {
  test('says so with the setting and the folder, and makes no file', async (t) => {
    const { dir, args } = await place(t)
    const missing = join(dir, 'missing')
    const empty = join(dir, 'empty')
    await mkdir(empty)
    for (const dataDir of [missing, empty])
      for (const words of called) {
        const { code, stdout, stderr } = await selfbill({ dataDir }, ...args(words))
        const said = `${words.join(' ')}: ${stdout}${stderr}`
        assert.equal(code, 2, said)
        assert.ok(stderr.startsWith(`selfbill ${words[0]}: there is no database in ${dataDir}. Set DATA_DIR `), said)
        assert.equal(stdout, '', said)
        assert.deepEqual([existsSync(missing), await readdir(empty)], [false, []], said)
        assert.deepEqual(await readdir(join(dir, 'out')), [], said)
      }
  })

  test('distribute needs PostgreSQL, and makes no file either', async (t) => {
    const { dir } = await place(t)
    const { code, stderr } = await selfbill({ dataDir: join(dir, 'missing') }, 'distribute', '--yes')
    assert.equal(code, 2)
    assert.match(stderr, /^selfbill distribute: the embedded database cannot be distributed\. Set DATABASE_URL/)
    assert.ok(!existsSync(join(dir, 'missing')))
  })

  test('takes an empty file for no database', async (t) => {
    const { dir } = await place(t)
    await writeFile(join(dir, 'selfbill.db'), '')
    const { stderr } = await selfbill({ dataDir: dir }, 'legs', '--stalled')
    assert.match(stderr, /there is no database in /)
  })
})

onPostgres('a command where DATABASE_URL names an empty database', (open) => {
  /** For the embedded database alone. */
  const embedded = ['backup']

  test('says so with the setting and the place, without the password, and makes no table', async (t) => {
    const { dir, args } = await place(t)
    const { location } = open
    assert.ok('databaseUrl' in location)
    const url = new URL(location.databaseUrl)
    for (const words of called.filter(([name]) => !embedded.includes(name ?? ''))) {
      const { code, stdout, stderr } = await selfbill(location, ...args(words))
      const said = `${words.join(' ')}: ${stdout}${stderr}`
      assert.equal(code, 2, said)
      const where = `PostgreSQL ${url.host}${url.pathname} has no tables of Selfbill. Set DATABASE_URL `
      assert.ok(stderr.startsWith(`selfbill ${words[0]}: ${where}`), said)
    }
    assert.deepEqual(await readdir(join(dir, 'out')), [])
    const database = await openDatabase(location)
    try {
      assert.deepEqual(await database.query(sql("select relname from pg_class where relname = 'migrations'")), [])
      assert.deepEqual(await database.query(sql("select tablename from pg_tables where schemaname = 'public'")), [])
      // Of another program.
      await database.query(sql('create table migrations (id bigint, migration text)'))
    } finally {
      await database.close()
    }
    const { code, stderr } = await selfbill(location, 'legs', '--stalled')
    assert.equal(code, 2)
    assert.match(stderr, /^selfbill legs: PostgreSQL \S+ has no tables of Selfbill\./)
  })
})
