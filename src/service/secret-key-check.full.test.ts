import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { sealed } from '../security/sealing.ts'
import { openStore } from '../store/store.ts'
import { checkSecretKey } from './secret-key-check.ts'

eachDatabase('the check of SECRET_KEY', (open) => {
  const database = { kind: 'postgres', url: '' } as const
  const [right, wrong] = ['a'.repeat(64), 'b'.repeat(64)]

  test('tries the key on the secrets of all organisations, and counts what it does not open', async () => {
    const { database: db } = open.keep(await openStore(open.location, 1))
    assert.equal(
      await checkSecretKey({ secretKey: right, formerSecretKeys: [], database }, db),
      undefined,
      'nothing is encrypted',
    )
    for (const [id, key] of [
      ['one', right],
      ['two', right],
      ['three', wrong],
    ] as const) {
      await db.query(
        sql(
          `insert into organisations (id, name, default_api_version, phase2, created_at)
           values ($1, $1, '20260101', 1, 1)`,
          id,
        ),
      )
      await db.query(
        sql(
          `insert into webhooks (org_id, id, url, is_active, secret, position, mark, created_at, updated_at)
           values ($1, 'w', 'https://a.example', 1, $2, 0, '', 1, 1)`,
          id,
          sealed('secret', key),
        ),
      )
    }
    const check = (secretKey: string | undefined, formerSecretKeys: readonly string[] = []) =>
      checkSecretKey({ secretKey, formerSecretKeys, database }, db)
    assert.deepEqual(await check(right), { isFine: false, said: 'SECRET_KEY does not open 1 of 3 webhook secrets' })
    assert.deepEqual(await check(wrong), { isFine: false, said: 'SECRET_KEY does not open 2 of 3 webhook secrets' })
    assert.deepEqual(await check(wrong, [right]), { isFine: true, said: 'SECRET_KEY opens webhook secrets' })
    const unset = 'SECRET_KEY is not set, and no other key opens 3 of 3 webhook secrets'
    assert.deepEqual(await check(undefined), { isFine: false, said: unset })
    await db.query(sql(`update webhooks set secret = 'plain' where org_id = 'three'`))
    assert.deepEqual(await check(right), { isFine: true, said: 'SECRET_KEY opens webhook secrets' })
  })
})
