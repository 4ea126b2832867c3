import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { constraints, failedConstraint } from './constraints.ts'
import { ConstraintFailure, type Database } from './database/database.ts'

const schema = await readFile(new URL('../../migrations/schema.sqlite.sql', import.meta.url), 'utf8')

eachDatabase('constraints that callers expect', (open) => {
  let db: Database
  before(async () => {
    db = await open()
  })

  for (const { name, kind, on } of constraints) {
    test(`${name} is a constraint of the schema`, async () => {
      const [, table = '', columns = ''] = /^(\w+)\((.*)\)$/.exec(on) ?? []
      // Both databases check the table's columns before they look at any row.
      if (kind === 'unique') {
        await db.query(
          sql(`insert into ${table} select * from ${table} where true on conflict (${columns}) do nothing`),
        )
        return
      }
      const [, body = ''] = new RegExp(`^create table ${table} \\(\n(.*?)\n\\)`, 'ms').exec(schema) ?? []
      assert.match(body, new RegExp(`^  ${columns} .*\\bnot null\\b`, 'm'))
    })
  }
})

test('any other failure has no name', () => {
  assert.equal(failedConstraint(new ConstraintFailure('unique', 'webhooks(position)')), undefined)
  assert.equal(failedConstraint(new ConstraintFailure('not_null', 'webhooks(url)')), undefined)
  assert.equal(failedConstraint(new Error('webhooks(position)')), undefined)
  assert.equal(failedConstraint(new ConstraintFailure('not_null', 'webhooks(position)')), 'webhooks_max')
})
