import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { after, mock, test } from 'node:test'
import { listedRule } from '@selfbill/pint-ae/rulebook'
import { inFullRunOnly } from '../../test/support/effort.ts'
import { openApiDocument } from '../api/openapi/openapi-document.ts'
import { dictionary } from '../features/dictionary.ts'
import { operations } from '../features/index.ts'
import { openCatalogue } from '../rules/open-rulebook.ts'
import { CatalogueReader } from './catalogue-reader.ts'

const options = { gaps: true }
const readers: CatalogueReader[] = []
after(() => Promise.all(readers.map((reader) => reader.close())))

function aReader(directory?: string): CatalogueReader {
  const reader = new CatalogueReader({ ...options, directory })
  readers.push(reader)
  return reader
}

test('one other thread reads the rule files once for all callers', { skip: inFullRunOnly }, async () => {
  const expected = openCatalogue(options).map(listedRule)
  const reading = mock.method(fs, 'readFileSync')
  syncBuiltinESMExports()
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  try {
    const reader = aReader()
    const [first, second] = await Promise.all([reader.rules(), reader.rules()])
    assert.deepEqual(first, expected)
    assert.equal(second, first)
    assert.equal(await reader.rules(), first)
    assert.equal(threads, 1)
    const read = reading.mock.calls.map(({ arguments: [path] }) => String(path))
    assert.deepEqual(
      read.filter((path) => path.endsWith('.sch')),
      [],
    )
    openCatalogue(options)
    assert.ok(reading.mock.callCount() > read.length, 'the count sees what this thread reads')
  } finally {
    process.off('worker', count)
    reading.mock.restore()
    syncBuiltinESMExports()
  }
})

test('another thread writes the OpenAPI document once', { skip: inFullRunOnly }, async () => {
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  try {
    const reader = aReader()
    const [first, second] = await Promise.all([reader.openApi(), reader.openApi()])
    assert.equal(first, JSON.stringify(openApiDocument(operations, dictionary)))
    assert.equal(second, first)
    assert.equal(threads, 1)
  } finally {
    process.off('worker', count)
  }
})

test('after a failure the next caller reads the rule files again', async () => {
  const directory = fs.mkdtempSync('/tmp/rules-')
  after(() => fs.rmSync(directory, { recursive: true }))
  const reader = aReader(directory)
  await assert.rejects(reader.rules(), /holds no rule file/)
  const own = new URL('../../pint-ae/src/rulebook/pint-ae/', import.meta.url)
  for (const name of fs.readdirSync(own).filter((file) => file.endsWith('.sch')))
    fs.copyFileSync(new URL(name, own), `${directory}/${name}`)
  assert.ok((await reader.rules()).length > 0)
})
