import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import type { LogRow } from '../../store/log/log.ts'
import { LogEntry, logAnswer } from './log-entry.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test('entries about the document have no leg', () => {
  const about = { id: 7, documentId: id, family: 'purchase-invoices', message: 'Created', at: 5 } as const
  const none = { senderId: null, receiverId: null, docTypeId: null, processId: null, country: null }
  const leg = { senderId: 's', receiverId: 'r', docTypeId: 'd', processId: 'p', country: 'AE' }
  const rows: readonly LogRow[] = [
    { ...about, ...none, transmissionUuid: null, event: 'DOCUMENT_CREATED' },
    { ...about, ...leg, transmissionUuid: id, event: 'SUBMITTED_TO_C5' },
  ]
  const entries = logAnswer(rows)
  assert.ok(entries.every((entry) => Check(LogEntry, entry)))
  assert.deepEqual(entries[1], {
    id: '7',
    sent_message_id: id,
    document_uuid: id,
    document_type: 'INVOICE',
    sender_id: 's',
    receiver_id: 'r',
    doc_type_id: 'd',
    process_id: 'p',
    country_c1: 'AE',
    document_xml: null,
    message: 'Created',
    timestamp: 5,
    event: 'SUBMITTED_TO_C5',
  })
  assert.equal(entries[0]?.sent_message_id, null)
})
