import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProfileParty } from '../../test/support/requests/issued.ts'
import { ShareExceeded } from '../threads/job.ts'
import type { Draft } from './draft.ts'
import { RecordThread } from './record-thread.ts'

const thread = new RecordThread({ gaps: true })
after(() => thread.close())

/** It is refused, which takes no time. */
function anOrder(orgId: string): Draft {
  return {
    family: 'purchase-invoices',
    text: '{}',
    profile: aProfileParty(),
    documentNumber: 'N-1',
    issuedAt: 0,
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
    answerForm: { orgId, language: 'en', hasPhase2: true, isDryRun: false },
  }
}

test('one with many large documents holds up another by one at most', async () => {
  const ended: string[] = []
  const issue = (orgId: string) => thread.make(anOrder(orgId)).then(() => ended.push(orgId))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(issue))
  assert.deepEqual(ended, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('what waits of one organisation is bounded, and makes room when it is issued', async () => {
  const largest = 8 * 1024 * 1024
  const waiting = Array.from({ length: 16 }, () => thread.make(anOrder('a'), largest))
  await assert.rejects(thread.make(anOrder('a'), largest), ShareExceeded)
  await thread.make(anOrder('b'), largest)
  assert.equal((await Promise.all(waiting)).length, 16)
  const alone = await thread.make(anOrder('a'), 1_000 * largest)
  assert.ok('refusal' in alone, 'one alone is issued whatever its size')
})

test('an order that the thread fails at is the only one that is lost', async () => {
  const broken = { ...anOrder('a'), family: 'none' }
  // @ts-expect-error: no order of ours
  const lost = thread.make(broken)
  const next = thread.make(anOrder('a'))
  await assert.rejects(lost)
  assert.ok('refusal' in (await next))
})

test('a document that exceeds a limit of the thread is refused for good', async () => {
  const hasty = new RecordThread({ gaps: true }, { jobMs: 1 })
  const result = await hasty.make(anOrder('a'))
  assert.ok('refusal' in result)
  assert.deepEqual(
    [...result.refusal.errors],
    [['document_lines', 'Issuing the document takes too much time; divide it into several']],
  )
  await hasty.close()
})
