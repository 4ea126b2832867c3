import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { systemIds } from '@selfbill/pint-ae/draft'
import { stringOf } from '@selfbill/pint-ae/text'
import { aDraft } from '../../test/support/requests/issued.ts'
import { aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import { systemClock } from '../clock/clock.ts'
import { openRulebook } from '../rules/open-rulebook.ts'
import type { TimedResult } from './make-record.ts'
import { RecordMaker } from './record-maker.ts'

const options = { gaps: true }
const order = {
  ...aDraft(),
  text: new TextEncoder().encode(jsonOf(aPurchaseInvoice({ note: 'فاتورة' }))),
} as const

test('small records are made on threads while many arrive, with the same texts', async () => {
  const maker = new RecordMaker(await openRulebook(options), options, systemIds, systemClock, 2)
  const first = await make(maker)
  assert.equal(first.thread, 'main', 'with few, the calling thread makes them')
  let made = [first]
  for (let round = 0; round < 2_000 && made.every(({ thread }) => thread === 'main'); round += 1) {
    made = await Promise.all(Array.from({ length: 60 }, () => make(maker)))
    await setImmediate()
  }
  const away = made.find(({ thread }) => thread === 'record')
  assert.ok(away, 'a thread has started meanwhile')
  assert.deepEqual(textsOf(away), textsOf(first))
  await maker.close()
})

test('with one thread, the calling thread makes all small records', async () => {
  const maker = new RecordMaker(await openRulebook(options), options, systemIds, systemClock, 1)
  const made = await Promise.all(Array.from({ length: 120 }, () => make(maker)))
  assert.ok(made.every(({ thread }) => thread === 'main'))
  await maker.close()
})

function make(maker: RecordMaker): Promise<TimedResult> {
  return maker.make(
    () => Promise.resolve(order),
    () => Promise.resolve(undefined),
  )
}

/** Its texts, without the ids that each record has of its own. */
function textsOf(result: TimedResult): readonly string[] {
  assert.ok('record' in result)
  const { request, answer, ubl, taxData, findings, answered } = result.record
  return [request, answer, ubl, taxData ?? '', findings, answered.before, answered.after].map((text) => {
    assert.ok(typeof text === 'string' || text instanceof Uint8Array)
    return stringOf(text).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
  })
}
