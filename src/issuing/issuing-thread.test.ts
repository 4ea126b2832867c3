import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aProfileParty } from '../../test/support/requests/issued.ts'
import { ShareExceeded } from '../threads/job.ts'
import { IssuingThread } from './issuing-thread.ts'
import type { RequestedOrder } from './requested-order.ts'

const thread = new IssuingThread({ gaps: true })
after(() => thread.close())

/** It is refused, which takes no time. */
function anOrder(orgId: string): RequestedOrder {
  return {
    family: 'purchase-invoices',
    text: '{}',
    profile: aProfileParty(),
    documentNumber: 'N-1',
    issuedAt: 0,
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
    telling: { orgId, language: 'en', hasPhase2: true, isDryRun: false },
  }
}

test('one with many large documents holds up another by one at most', async () => {
  const ended: string[] = []
  const issue = (orgId: string) => thread.issue(anOrder(orgId)).then(() => ended.push(orgId))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(issue))
  assert.deepEqual(ended, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('what waits of one organisation is bounded, and makes room when it is issued', async () => {
  const largest = 8 * 1024 * 1024
  const waiting = Array.from({ length: 16 }, () => thread.issue(anOrder('a'), largest))
  await assert.rejects(thread.issue(anOrder('a'), largest), ShareExceeded)
  await thread.issue(anOrder('b'), largest)
  assert.equal((await Promise.all(waiting)).length, 16)
  const alone = await thread.issue(anOrder('a'), 1_000 * largest)
  assert.ok('refusal' in alone, 'one alone is issued whatever its size')
})

test('an order that the thread fails at is the only one that is lost', async () => {
  const broken = { ...anOrder('a'), family: 'none' }
  // @ts-expect-error: no order of ours
  const lost = thread.issue(broken)
  const next = thread.issue(anOrder('a'))
  await assert.rejects(lost)
  assert.ok('refusal' in (await next))
})

test('a document that exceeds a limit of the thread is refused for good', async () => {
  const hasty = new IssuingThread({ gaps: true }, { jobMs: 1 })
  const result = await hasty.issue(anOrder('a'))
  assert.ok('refusal' in result)
  assert.deepEqual(
    [...result.refusal.errors],
    [['document_lines', 'Issuing the document takes too much time; divide it into several']],
  )
  await hasty.close()
})
