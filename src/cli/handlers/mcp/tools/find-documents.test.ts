import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SelfbillClient } from '../../../../../client/src/client.ts'
import { Confirmations } from '../confirmations.ts'
import { RuleTexts } from '../rule-texts.ts'
import { findDocuments } from './find-documents.ts'

test('what the list says about its completeness reaches the assistant', async () => {
  for (const [said, expected, lines] of [
    [{}, [false, false], ['Documents: 0']],
    [{ is_partial: true }, [true, false], ['Documents: 0']],
    [
      { is_index_incomplete: true },
      [false, true],
      ['Documents: 0', 'Documents may be missing: the index of the search is not complete.'],
    ],
  ] as const) {
    const client = new SelfbillClient({
      baseUrl: 'http://localhost',
      credentials: { token: 'x' },
      fetch: async () => Response.json({ items: [], next: null, previous: null, ...said }),
    })
    const parts = {
      client,
      address: 'http://localhost',
      rules: new RuleTexts(client),
      confirmations: new Confirmations(),
    }
    const answered = await findDocuments.call({ text: 'wire' }, parts, new AbortController().signal)
    assert.deepEqual([answered.content.is_partial, answered.content.is_index_incomplete], expected)
    assert.deepEqual(answered.lines, lines)
  }
})
