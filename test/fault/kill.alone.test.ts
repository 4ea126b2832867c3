import { strict as assert } from 'node:assert'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAcknowledged } from '../support/processes/acknowledged.ts'
import { Child } from '../support/processes/child-process.ts'

const child = join(import.meta.dirname, '../support/processes/child-adds-documents.ts')

for (const count of [1, 40, 400]) {
  test(`a process killed after ${count} acknowledged creates loses none of them`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-kill-'))
    const dataDir = join(folder, 'data')
    const writer = new Child(child, join(folder, 'acknowledged'), dataDir)
    t.after(async () => {
      await writer.kill()
      await rm(folder, { recursive: true })
    })
    await writer.untilLines(count)
    await writer.kill()
    assert.ok(writer.lines.length >= count)
    await assertAcknowledged(dataDir, writer.lines)
  })
}
