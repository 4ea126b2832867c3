import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { byField, inEnglish } from '@selfbill/pint-ae/messages'
import { inFullRunOnly } from '../../test/support/effort.ts'
import { aProfileParty } from '../../test/support/requests/issued.ts'
import { ShareExceeded } from '../threads/job.ts'
import type { Draft } from './draft.ts'
import { RecordThreads } from './record-threads.ts'

const thread = new RecordThreads({ gaps: true })
after(() => thread.close())

/** A draft that is refused, which is quick. */
function aDraft(orgId: string): Draft {
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

test('many large documents of one organisation delay another by one document at most', async () => {
  const ended: string[] = []
  const make = (orgId: string) => thread.make(aDraft(orgId)).then(() => ended.push(orgId))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(make))
  assert.deepEqual(ended, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('the waiting documents of one organisation are limited, and free their space when issued', async () => {
  const largest = 8 * 1024 * 1024
  const waiting = Array.from({ length: 16 }, () => thread.make(aDraft('a'), largest))
  await assert.rejects(thread.make(aDraft('a'), largest), ShareExceeded)
  await thread.make(aDraft('b'), largest)
  assert.equal((await Promise.all(waiting)).length, 16)
  const alone = await thread.make(aDraft('a'), 1_000 * largest)
  assert.ok('refusal' in alone, 'a single draft has no size limit')
})

test('a draft that crashes the thread is the only one lost', { skip: inFullRunOnly }, async () => {
  const broken = { ...aDraft('a'), family: 'none' }
  // @ts-expect-error: not a draft
  const lost = thread.make(broken)
  const next = thread.make(aDraft('a'))
  await assert.rejects(lost)
  assert.ok('refusal' in (await next))
})

test('a document that exceeds a limit of the thread is refused permanently', async () => {
  const hasty = new RecordThreads({ gaps: true }, { jobMs: 1 })
  const result = await hasty.make(aDraft('a'))
  assert.ok('refusal' in result)
  assert.deepEqual(byField(result.refusal.errors, inEnglish), {
    document_lines: 'Issuing the document takes too much time; divide it into several',
  })
  await hasty.close()
})
