import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../usage-error.ts'
import { ImportProgress } from './import-progress.ts'

const of = { sha256: 'hash', organisation: 'Falcon', family: 'purchase-invoices', profile: 'BP-1' }

test('an import continues where it was, without the refused documents of a group that was interrupted', async (t) => {
  const file = await anImportedFile(t)
  const first = await ImportProgress.open(file, of, true)
  await first.advance(
    1_000,
    { done: 3, issued: 2, failed: 1 },
    { refused: ['{"line":2}\n'], results: '2,refused,,,\r\n' },
  )
  await writeFile(first.refusedFile, '{"line":2}\n{"line":4}\n')
  const second = await ImportProgress.open(file, of, true)
  assert.deepEqual(second.counts, { done: 3, issued: 2, failed: 1, refused: 1, refusedBytes: 11, resultsBytes: 55 })
  assert.equal(await readFile(first.refusedFile, 'utf8'), '{"line":2}\n')
  await assert.rejects(
    ImportProgress.open(file, { ...of, profile: 'BP-2' }, true),
    /another import \(another profile\)/,
  )
})

test('a progress file that cannot be read, or is damaged, stops the import and keeps the refused documents', async (t) => {
  const file = await anImportedFile(t)
  const { refusedFile } = await ImportProgress.open(file, of, true)
  await writeFile(refusedFile, '{"line":2}\n')
  await mkdir(`${file}.progress`)
  const isUsage = (pattern: RegExp) => (error: unknown) => error instanceof UsageError && pattern.test(error.message)
  await assert.rejects(ImportProgress.open(file, of, true), isUsage(/progress cannot be read: EISDIR/))
  await rm(`${file}.progress`, { recursive: true })
  await writeFile(`${file}.progress`, '')
  await assert.rejects(
    ImportProgress.open(file, of, true),
    isUsage(/progress is damaged: delete it and import again within a day/),
  )
  assert.equal(await readFile(refusedFile, 'utf8'), '{"line":2}\n')
})

async function anImportedFile(t: { after(end: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-import-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'invoices.ndjson')
}
