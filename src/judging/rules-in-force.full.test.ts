import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { after, mock, test } from 'node:test'
import { listedRule } from '@selfbill/pint-ae/rulebook'
import { openCatalogue } from '../rules/open-rulebook.ts'
import { JudgingThreads } from './judging-threads.ts'

const directory = fs.mkdtempSync('/tmp/rules-')
after(() => fs.rmSync(directory, { recursive: true }))

test("a thread reads the catalogue of an operator's rule files; after a failure the next caller reads again", async () => {
  const options = { gaps: true, directory }
  const judging = new JudgingThreads(options, undefined)
  after(() => judging.close())
  await assert.rejects(judging.rules(), /holds no rule file/)
  const own = new URL('../../pint-ae/src/rulebook/pint-ae/', import.meta.url)
  for (const name of fs.readdirSync(own).filter((file) => file.endsWith('.sch')))
    fs.copyFileSync(new URL(name, own), `${directory}/${name}`)
  const reading = mock.method(fs, 'readFileSync')
  syncBuiltinESMExports()
  try {
    const rules = await judging.rules()
    const read = reading.mock.calls.map(({ arguments: [path] }) => String(path))
    assert.deepEqual(
      read.filter((path) => path.endsWith('.sch')),
      [],
    )
    assert.deepEqual(rules, (await openCatalogue(options)).map(listedRule))
    assert.ok(reading.mock.callCount() > read.length, 'the count sees what this thread reads')
  } finally {
    reading.mock.restore()
    syncBuiltinESMExports()
  }
})
