import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { hasTables } from './applied-migrations.ts'
import { sql } from './database.ts'

eachDatabase('a database without tables', (open) => {
  test('is known before anything asks for its migrations', async () => {
    const database = await open()
    assert.equal(await hasTables(database), true)
    await database.query(sql('alter table migrations rename to elsewhere'))
    assert.equal(await hasTables(database), false)
  })
})
