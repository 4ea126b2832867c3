import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { ManualClock } from '../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../test/support/eventually.ts'
import { TextPacking } from '../store/database/text-packing.ts'
import { startPacking } from './older-texts.ts'

// On PostgreSQL an operator switches packing on while the service runs, by a migration.

test('texts are packed within a minute after packing was switched on', async () => {
  const clock = new ManualClock(0)
  const textPacking = new TextPacking()
  const asked: string[] = []
  const database = {
    dialect: { placement: undefined },
    query: async ({ text }: { readonly text: string }) => {
      asked.push(text)
      return []
    },
  }
  const loop = startPacking({
    store: { database, textPacking } as unknown as Parameters<typeof startPacking>[0]['store'],
    clock,
    log: pino({ level: 'silent' }),
  })
  try {
    for (let minute = 0; minute < 3; minute += 1) {
      await eventually(async () => clock.sleepers === 1)
      clock.pass(60_000)
    }
    await eventually(async () => clock.sleepers === 1)
    assert.deepEqual(asked, [])
    textPacking.look([{ name: '0060-contract-packed-texts' }])
    clock.pass(60_000)
    await eventually(async () => asked.length > 0)
  } finally {
    await loop.stop()
  }
})
