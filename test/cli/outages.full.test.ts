import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { beginOutage, recordOutage } from '../../src/store/outages.ts'
import { openStore } from '../../src/store/store.ts'
import { commandLine, jsonLines } from '../support/processes/command-line.ts'

describe('bin/selfbill outages', () => {
  const { folder, selfbill } = commandLine()

  test('lists the outages of the service with the day to report them', async () => {
    const store = await openStore({ dataDir: join(folder, 'data') }, 1)
    const at = Date.parse('2026-11-20T10:00:00Z')
    await recordOutage(store.database, { cause: 'service', at, endedAt: at + 60_000 })
    await beginOutage(store.database, { cause: 'gateway', reason: 'HTTP 503\n', at: at + 86_400_000 }, 0)
    await store.close()
    const all = await selfbill(['outages'])
    assert.equal(all.code, 0, all.stderr)
    assert.equal(
      all.stdout,
      [
        'FROM                      TO                        CAUSE    DOCUMENTS  REPORT BY   REASON',
        '2026-11-21T10:00:00.000Z  -                         gateway  0          2026-11-24  HTTP 503\\u{a}',
        '2026-11-20T10:00:00.000Z  2026-11-20T10:01:00.000Z  service  0          2026-11-24  -',
        '',
      ].join('\n'),
    )
    const later = jsonLines((await selfbill(['outages', '--since', '2026-11-21', '--json'])).stdout)
    assert.deepEqual(
      later.map(({ to, reason, documents }) => [to, reason, documents]),
      [[null, 'HTTP 503\n', 0]],
    )
    const wrong = await selfbill(['outages', '--since', 'monday'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /--since monday is not a date such as 2026-07-15/)
  })
})
