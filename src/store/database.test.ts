import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { eachDatabase } from '../../test/support/databases.ts'
import { sql } from './database.ts'

eachDatabase('database', (open) => {
  test('opens', async () => {
    const database = await open()
    assert.deepEqual(await database.query(sql('select name, phase2 from organisations')), [])
  })
})
