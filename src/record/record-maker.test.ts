import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { systemIds } from '@selfbill/pint-ae/draft'
import { aDraft } from '../../test/support/requests/issued.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import { systemClock } from '../clock/clock.ts'
import { openRulebook } from '../rules/open-rulebook.ts'
import type { Draft } from './draft.ts'
import { RecordMaker } from './record-maker.ts'

const options = { gaps: true }
const maker = new RecordMaker(await openRulebook(options), options, systemIds, systemClock)
after(() => maker.close())

const order = aDraft()
const make = (draft: Draft) =>
  maker.make(
    () => Promise.resolve(draft),
    () => Promise.resolve(undefined),
  )

test('the documents of a batch leave time for other requests in between', async () => {
  const draft = { ...order, text: `{"note":"${'n'.repeat(20_000)}"}` }
  let made = 0
  const batch = Array.from({ length: 8 }, () => make(draft).then(() => (made += 1)))
  const seen: number[] = []
  while (made < batch.length && seen.length < 1_000) {
    await setImmediate()
    seen.push(made)
  }
  assert.ok(new Set(seen).size >= batch.length, `seen in between: ${seen}`)
})

test('a record comes with the times of its steps, one after the other', async () => {
  const { steps, thread } = await make({ ...order, text: jsonOf(aPurchaseInvoice()) })
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
  const refused = await make({ ...order, text: '{}' })
  assert.deepEqual(
    refused.steps.map(({ name }) => name),
    ['compute'],
  )
})

test('a small and a large draft are judged in their circumstances, which are looked up once', async () => {
  const lines = Array.from({ length: 200 }, (_, at) => aLine({ name: `Line ${at}` }))
  for (const [thread, request] of [
    ['main', aPurchaseInvoice()],
    ['record', aPurchaseInvoice({ document_lines: lines })],
  ] as const) {
    const numbers: string[] = []
    const drafted: (boolean | undefined)[] = []
    const result = await maker.make(
      (circumstances) => {
        drafted.push(circumstances?.isAlike)
        return Promise.resolve({ ...order, text: jsonOf(request), ...(circumstances && { circumstances }) })
      },
      ({ documentNumber }) => {
        numbers.push(documentNumber)
        return Promise.resolve({ isAlike: true })
      },
    )
    assert.ok('record' in result)
    assert.equal(result.thread, thread)
    assert.deepEqual(numbers, [result.record.documentNumber])
    assert.deepEqual(drafted, [undefined, true])
    assert.deepEqual(
      result.record.failed.map(({ reasonCode }) => reasonCode),
      ['SB-DUPLICATE'],
    )
  }
})
