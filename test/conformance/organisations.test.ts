import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { eachService } from '../support/service/service.ts'

// Organisations by their names, for operators. Source: docs/decisions/0194.

eachService('organisations of the service', (start) => {
  test('an operator finds organisations by a part of their names, page by page', async () => {
    const running = await start.shared()
    const operator = await running.tenant({ scope: 'operator' })
    const mark = operator.orgId
    const query = (text: string, ...values: readonly (string | number)[]) =>
      running.service.parts.store.database.query(sql(text, ...values))
    const named = async (name: string) => {
      const { orgId } = await running.tenant()
      await query('update organisations set name = $1 where id = $2', `${name} ${mark}`, orgId)
      return orgId
    }
    const [north, south, revoked] = [await named('North 50%'), await named('South_'), await named('Revoked')]
    await query('update organisations set revoked_at = 1 where id = $1', revoked)
    const find = async (search: string, more = '') => {
      const { status, json, text } = await operator.get(
        `/api/organisations?search=${encodeURIComponent(search)}${more}`,
      )
      assert.equal(status, 200, text)
      return json
    }
    const idsOf = ({ items }: { items: readonly { org_id: string }[] }) => items.map(({ org_id: id }) => id)
    assert.deepEqual(idsOf(await find(`NORTH 50% ${mark}`)), [north])
    assert.deepEqual(idsOf(await find(`south_ ${mark}`)), [south])
    assert.deepEqual(idsOf(await find(`south% ${mark}`)), [], 'a sign of a pattern is a letter')
    assert.deepEqual(idsOf(await find(`revoked ${mark}`)), [])
    const etoile = await named("ÉTOILE d'Été")
    for (const search of ["étoile d'été", "ÉTOILE D'ÉTÉ", "Toile D'Été", 'ÉTé'])
      assert.deepEqual(idsOf(await find(`${search} ${mark}`)), [etoile], search)
    const first = await find(mark, '&limit=1')
    const rest = await find(mark, `&limit=50&cursor=${encodeURIComponent(first.next)}`)
    const all = [...idsOf(first), ...idsOf(rest)]
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.includes(north) && all.includes(south))
    assert.equal((await operator.get('/api/organisations?limit=0')).status, 400)
    for (const cursor of ['x', '%00', 'W10']) {
      const { status, json } = await operator.get(`/api/organisations?cursor=${cursor}`)
      assert.deepEqual([status, json.error_codes.cursor.id], [400, 'must_be_list_cursor'], cursor)
    }
  })

  test('nobody else sees them', async () => {
    const running = await start.shared()
    const admin = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const refused = await admin.get('/api/organisations')
    assert.equal(refused.status, 403)
    assert.deepEqual(refused.json.error_codes.message, { id: 'scope_missing', values: { scope: 'operator' } })
  })
})
