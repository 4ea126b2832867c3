import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { aDraft } from '../../test/support/requests/issued.ts'
import { aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import { openRulebook } from '../rulebook/rulebook.ts'
import { systemIds } from './ids.ts'
import { RecordMaker } from './record-maker.ts'

const options = { gaps: true }
const maker = new RecordMaker(openRulebook(options), options, systemIds)
after(() => maker.close())

const order = aDraft()

test('the documents of a batch leave time for other requests in between', async () => {
  const draft = { ...order, text: `{"note":"${'n'.repeat(20_000)}"}` }
  let made = 0
  const batch = Array.from({ length: 8 }, () => maker.make(draft).then(() => (made += 1)))
  const seen: number[] = []
  while (made < batch.length && seen.length < 1_000) {
    await setImmediate()
    seen.push(made)
  }
  assert.ok(new Set(seen).size >= batch.length, `seen in between: ${seen}`)
})

test('a record comes with the times of its steps, one after the other', async () => {
  const { steps, thread } = await maker.make({ ...order, text: jsonOf(aPurchaseInvoice()) })
  assert.equal(thread, 'main')
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['compute', 'judge', 'write'],
  )
  const times = steps.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
  assert.ok(Math.abs((times[0] ?? 0) - Date.now()) < 3_600_000, 'ms since 1970')
  const refused = await maker.make({ ...order, text: '{}' })
  assert.deepEqual(
    refused.steps.map(({ name }) => name),
    ['compute'],
  )
})
