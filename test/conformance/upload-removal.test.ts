import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '../../src/api/faults.ts'
import { removeFiles } from '../../src/features/uploads/remove-files.ts'
import { beginIssuing } from '../../src/features/uploads/stored-uploads.ts'
import { sql } from '../../src/store/database/database.ts'
import { OrganisationLook } from '../../src/store/organisation-look.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { checkedUpload, manyInvoices, withStatus } from '../support/uploads/upload-files.ts'

// The files of uploads are removed after 30 days. Nothing that is still to be issued goes with them.

eachService('removed files of uploads', (start) => {
  const years = 10 * 365 * 24 * 3_600_000
  const lookOf = ({ service }: TestService) =>
    new OrganisationLook(service.parts.store.database, { steady: () => performance.now() })
  const remove = (running: TestService, before = Date.now() + years, look = lookOf(running)) =>
    removeFiles(running.service.parts.store.database, look, { before, now: before }, () => false)

  test('only what is old enough and at rest is removed; its results stay', async () => {
    const running = await start()
    const tenant = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const pathOf = ({ upload_id }: { upload_id: string }) => `/api/uploads/${upload_id}`
    const never = await checkedUpload(tenant, 'never.csv', manyInvoices(2))
    const issued = await checkedUpload(tenant, 'issued.csv', manyInvoices(3))
    await tenant.post(`${pathOf(issued)}/issue`, { repeats: 'issue' })
    await withStatus(tenant, issued.upload_id, 'DONE')
    const results = (await tenant.get(`${pathOf(issued)}/results`)).text

    await remove(running, Date.now() - 3_600_000)
    assert.equal((await tenant.get(pathOf(never))).json.file_removed_at, null)
    await remove(running)
    assert.notEqual((await tenant.get(pathOf(never))).json.file_removed_at, null)
    assert.equal((await tenant.get(`${pathOf(issued)}/results`)).text, results)
    assert.equal((await tenant.get(`${pathOf(issued)}/documents`)).json.items.length, 3)
    for (const [path, send] of [
      [`${pathOf(never)}/issue`, (at: string) => tenant.post(at, { repeats: 'issue' })],
      [`${pathOf(issued)}/refused-rows`, (at: string) => tenant.get(at)],
    ] as const) {
      const answer = await send(path)
      assert.deepEqual([answer.status, answer.json.errors.message], [409, faults.upload_file_removed.en], path)
    }
    const again = await tenant.post(`${pathOf(issued)}/issue`, {})
    assert.deepEqual([again.status, again.json.issued_count], [200, 3])
  })

  test('an upload at work keeps its file until it is done, also one that somebody begins to issue meanwhile', async () => {
    const running = await start()
    const tenant = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const { database } = running.service.parts.store
    const look = lookOf(running)
    const checked = await checkedUpload(tenant, 'late.csv', manyInvoices(4))
    const { upload_id: id } = checked
    const begins = Object.assign(lookOf(running), {
      rows: async (...read: Parameters<OrganisationLook['rows']>) => {
        const found = await look.rows(...read)
        const issuer = { id: `client:${tenant.orgId}`, name: 'ERP' }
        const choices = { repeats: 'issue', refusesFailing: false } as const
        const begun = { ...choices, issuer, now: Date.now() + years }
        await beginIssuing(database, { orgId: tenant.orgId, id, digest: checked.file_sha256 }, begun)
        return found
      },
    })
    await remove(running, Date.now() + years, begins)
    await remove(running)
    const working = await tenant.get(`/api/uploads/${id}`)
    assert.deepEqual([working.json.status, working.json.file_removed_at], ['ISSUING', null])
    await database.transaction([sql('update uploads set due_at = 0 where org_id = $1 and id = $2', tenant.orgId, id)])
    const done = await withStatus(tenant, id, 'DONE')
    assert.equal(done.issued_count, 4)
    await remove(running)
    assert.notEqual((await tenant.get(`/api/uploads/${id}`)).json.file_removed_at, null)
  })
})
