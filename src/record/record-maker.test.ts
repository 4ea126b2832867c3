import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { aProfileParty } from '../../test/support/requests/issued.ts'
import { openRulebook } from '../rulebook/rulebook.ts'
import { systemIds } from './ids.ts'
import { RecordMaker } from './record-maker.ts'

const options = { gaps: true }
const maker = new RecordMaker(openRulebook(options), options, systemIds)
after(() => maker.close())

test('the documents of a batch leave time for other requests in between', async () => {
  const draft = {
    family: 'purchase-invoices',
    text: `{"note":"${'n'.repeat(20_000)}"}`,
    profile: aProfileParty(),
    documentNumber: 'N-1',
    issuedAt: 0,
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
    answerForm: { orgId: 'a', language: 'en', hasPhase2: true, isDryRun: false },
  } as const
  let made = 0
  const batch = Array.from({ length: 8 }, () => maker.make(draft).then(() => (made += 1)))
  const seen: number[] = []
  while (made < batch.length && seen.length < 1_000) {
    await setImmediate()
    seen.push(made)
  }
  assert.ok(new Set(seen).size >= batch.length, `seen in between: ${seen}`)
})
