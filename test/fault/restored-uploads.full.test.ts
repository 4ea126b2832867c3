import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { sql } from '../support/databases/any-row.ts'
import { backUp } from '../support/databases/backups.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { selfbill } from '../support/processes/command-line.ts'
import { startTestService } from '../support/service/test-service.ts'
import { checkedUpload, manyInvoices, withStatus } from '../support/uploads/upload-files.ts'

eachDatabase('an upload that was being issued when its backup was made', (open) => {
  test('is issued after the restore only when a person issues it again, and then each row once', async (t) => {
    const first = await startTestService(open.location)
    t.after(() => first.stop())
    const tenant = await first.tenant({ scope: 'documents:read documents:write profiles' })
    const { upload_id: id } = await checkedUpload(tenant, 'july.csv', manyInvoices(60, [3]))
    const path = `/api/uploads/${id}`
    assert.equal((await tenant.post(`${path}/issue`, {})).json.status, 'ISSUING')
    // It ends after the slice of 50, or before it.
    await first.stop()
    const backup = await backUp(open.location)
    t.after(() => backup.remove())
    await backup.restore()
    const database = await openDatabase(open.location)
    await database.query(sql('update instances set seen_at = seen_at - 60000'))
    await database.close()
    const restored = await selfbill(open.location, 'restored', '--skip-numbers', '5000', '--yes')
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stdout, /\nUploads that were being issued: 1\. .*After a restore/)
    const again = await selfbill(open.location, 'restored', '--skip-numbers', '5000', '--yes')
    assert.ok(!again.stdout.includes('Uploads'), again.stdout)

    const second = await startTestService(open.location, { PORT: new URL(first.address).port })
    t.after(() => second.stop())
    const held = (await tenant.get(path)).json
    assert.equal(held.status, 'CHECKED')
    assert.ok([1, 50, 51].includes(held.done_count), held.done_count)
    assert.equal(held.warnings.at(-1).code, 'upload_restored')
    const outcomes = (await tenant.get(`${path}/documents?limit=100`)).json.items
    const issued = outcomes.filter(({ outcome }: { outcome: string | null }) => outcome === 'ISSUED')
    assert.equal(issued.length, held.issued_count)

    // The worker takes what has waited longest: by now it would have taken the first file.
    const other = await checkedUpload(tenant, 'august.csv', manyInvoices(2))
    assert.equal(other.status, 'CHECKED')
    assert.deepEqual((await tenant.get(path)).json, held)

    assert.equal((await tenant.post(`${path}/issue`, { repeats: 'skip' })).json.status, 'ISSUING')
    const done = await withStatus(tenant, id, 'DONE')
    assert.deepEqual([done.done_count, done.issued_count, done.refused_count], [60, 59, 1])
    const stored = (await tenant.get('/api/documents?limit=100')).json.items
    assert.equal(stored.length, 59)
  })
})
