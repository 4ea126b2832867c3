import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate } from '../../src/store/database/migrate.ts'
import { kindOf, type MigrationKind, migrationNames, ownMigrations } from '../../src/store/database/migration-files.ts'
import { type DatabaseLocation, openDatabase } from '../../src/store/database/open-database.ts'
import { sql } from '../support/databases/any-row.ts'
import { eachEmptyDatabase } from '../support/databases/databases.ts'
import { selfbill } from '../support/processes/command-line.ts'
import { called, place } from './every-command.ts'

// An older service may be at work on the database: only serve, demo and migrate change its schema.

/** Copies the file of the embedded database, and reads no table. */
const readsNoTable = 'backup'

const calledOn = (location: DatabaseLocation) =>
  called.filter(([name]) => 'dataDir' in location || name !== readsNoTable)

eachEmptyDatabase('a command on the schema of the version before', (open) => {
  test('refuses with a sentence that names migrate, and changes no schema', async (t) => {
    const missing = await madeWithout(open.location, 'expand', t)
    const { args } = await place(t)
    const schema = await schemaReader(open.location, t)
    const before = await schema()
    assert.ok(!before.includes(missing))
    for (const words of [...calledOn(open.location), ['doctor']]) {
      const { code, stdout, stderr } = await selfbill(open.location, ...args(words))
      const said = `${words.join(' ')}: ${stdout}${stderr}`
      assert.equal(await schema(), before, said)
      if (words[0] === readsNoTable) assert.equal(code, 0, said)
      else if (words[0] === 'doctor') assert.match(stdout, new RegExp(`[Ii]ts schema lacks ${missing}`))
      else {
        assert.equal(code, 1, said)
        const sentence = `selfbill ${words[0]}: The schema of the database is older than this version of Selfbill: it lacks`
        assert.ok(stderr.startsWith(`${sentence} migration ${missing}. Run selfbill migrate `), said)
        assert.equal(stdout, '', said)
      }
    }
  })

  test('works after migrate', async () => {
    assert.equal((await selfbill(open.location, 'migrate')).code, 0)
    const { code, stderr } = await selfbill(open.location, 'legs', '--stalled')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  })
})

eachEmptyDatabase('a command before the contraction of its version', (open) => {
  test('works, and leaves the contraction to migrate', async (t) => {
    const missing = await madeWithout(open.location, 'contract', t)
    const { args } = await place(t)
    const schema = await schemaReader(open.location, t)
    const before = await schema()
    // `listen` would go on for ever.
    for (const words of calledOn(open.location).filter(([name]) => name !== 'listen')) {
      const { stdout, stderr } = await selfbill(open.location, ...args(words))
      const said = `${words.join(' ')}: ${stdout}${stderr}`
      assert.doesNotMatch(stderr, /schema/, said)
      assert.equal(await schema(), before, said)
    }
    assert.match((await selfbill(open.location, 'migrate')).stdout, new RegExp(missing))
    assert.equal((await selfbill(open.location, 'legs', '--stalled')).code, 0)
  })
})

type Test = Parameters<typeof place>[0]

/** Makes the database with all migrations but the last one of a kind; returns its name. */
async function madeWithout(location: DatabaseLocation, kind: MigrationKind, t: Test): Promise<string> {
  const missing = (await migrationNames(ownMigrations)).findLast((name) => kindOf(name) === kind) ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-former-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(ownMigrations, folder, { recursive: true, filter: (file) => !file.endsWith(`${missing}.sql`) })
  const database = await openDatabase(location)
  await migrate(database, 1, pathToFileURL(`${folder}/`)).finally(() => database.close())
  return missing
}

/** Reads the migrations, every table and every column. */
async function schemaReader(location: DatabaseLocation, t: Test): Promise<() => Promise<string>> {
  const database = await openDatabase(location)
  t.after(() => database.close())
  return async () => {
    const migrations = await database.query(sql('select name, checksum, applied_at from migrations order by name'))
    return JSON.stringify([migrations, await database.query(sql(columns[database.dialect.name]))])
  }
}

const columns = {
  sqlite: 'select type, name, sql from sqlite_schema order by type, name',
  postgres: `select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`,
}
