import { answerObject, milliseconds, orNull, Type } from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import type { LogRow } from '../../store/log/log.ts'
import { DocumentType, documentTypeOf } from './document-type.ts'

const nullableText = orNull(Type.String())

/** One entry of a document's log. Source: docs/contract.md#status, log entry. */
export const LogEntry = answerObject('LogEntry', {
  id: Type.String(),
  sent_message_id: orNull(Type.String({ format: 'uuid' })),
  document_uuid: Type.String({ format: 'uuid' }),
  document_type: DocumentType,
  sender_id: nullableText,
  receiver_id: nullableText,
  doc_type_id: nullableText,
  process_id: nullableText,
  country_c1: nullableText,
  document_xml: orNull(Type.String()),
  message: Type.String(),
  timestamp: milliseconds(),
  event: Type.String(),
})

export type LogEntry = Static<typeof LogEntry>

/** The log entries as the API answers them, in the order of the rows. */
export function logAnswer(rows: readonly LogRow[]): readonly LogEntry[] {
  return rows.map((row) => ({
    id: String(row.id),
    sent_message_id: row.transmissionUuid,
    document_uuid: row.documentId,
    document_type: documentTypeOf(row.family),
    sender_id: row.senderId,
    receiver_id: row.receiverId,
    doc_type_id: row.docTypeId,
    process_id: row.processId,
    country_c1: row.country,
    document_xml: null,
    message: row.message,
    timestamp: row.at,
    event: row.event,
  }))
}
