import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { ConfigInvalid } from '../config/environment.ts'
import { allowedRanges } from './webhooks.ts'

test('a range that would allow nothing stops the start and is named', () => {
  const of = (ranges: string) => allowedRanges(readConfig({ WEBHOOK_ALLOWED_RANGES: ranges }))
  assert.deepEqual(
    of('10.0.0.0/8, fd00::/8, 127.0.0.1').map(({ network, bits }) => `${network}/${bits}`),
    ['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32'],
  )
  for (const disguised of ['::ffff:10.0.0.0/104', '::1.2.3.4', 'fe80::1%eth0']) {
    assert.throws(
      () => of(`10.0.0.0/8,${disguised}`),
      (error) => {
        assert.ok(error instanceof ConfigInvalid)
        assert.ok(
          error.message.includes(`WEBHOOK_ALLOWED_RANGES must be`) && error.message.includes(disguised),
          error.message,
        )
        return true
      },
    )
  }
})
