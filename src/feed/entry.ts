import {
  answerEnum,
  answerObject,
  type Family,
  instantAt,
  NullableVerdict,
  OverallStatus,
  orNull,
  Type,
} from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import type { FeedRow } from '../store/log/feed.ts'
import { cursorOf, entryId, writeCursor } from './cursor.ts'

/** The types of entries: a document was created or updated. */
export const eventTypes = [
  'purchase.invoice.created',
  'purchase.invoice.updated',
  'purchase.credit_note.created',
  'purchase.credit_note.updated',
  'sales.invoice.created',
  'sales.invoice.updated',
  'sales.credit_note.created',
  'sales.credit_note.updated',
] as const

export type EventType = (typeof eventTypes)[number]

export function isEventType(text: string): text is EventType {
  return eventTypes.some((known) => known === text)
}

/** The type of an entry. */
export const EventTypeAnswer = answerEnum('EventType', eventTypes)

/** The document of an entry, after the change. */
const FeedDocument = answerObject('FeedDocument', {
  id: Type.String({ format: 'uuid' }),
  org_id: Type.String(),
  business_profile_id: Type.String(),
  document_number: Type.String(),
  document_sequence: Type.Integer(),
  revision: Type.Integer(),
  overall_status: orNull(OverallStatus),
  participant_status: NullableVerdict,
  fta_status: NullableVerdict,
  path: Type.String(),
})

/**
 * A change of a document in the feed and in webhook deliveries, with the state after the change.
 * Source: docs/decisions/0025.
 */
export const FeedEntry = answerObject('FeedEntry', {
  id: Type.String(),
  type: EventTypeAnswer,
  timestamp: Type.String({ format: 'date-time' }),
  test: Type.Optional(Type.Literal(true)),
  cursor: Type.String(),
  data: FeedDocument,
})

/** The entry as callers and webhooks get it. */
export function entryOf(row: FeedRow) {
  return {
    id: entryId(row),
    type: typeOf(row),
    timestamp: instantAt(row.at),
    ...(row.testCursor !== undefined && { test: true as const }),
    cursor: row.testCursor ?? writeCursor(cursorOf(row)),
    data: {
      id: row.documentId,
      org_id: row.orgId,
      business_profile_id: row.profileId,
      document_number: row.documentNumber,
      document_sequence: row.sequence,
      revision: row.revision,
      overall_status: row.overallStatus,
      participant_status: row.participantStatus,
      fta_status: row.ftaStatus,
      path: `/api/${row.family}/${row.documentId}`,
    },
  }
}

/** `purchase.invoice.created` */
export function typeOf({ family, isCreation }: Pick<FeedRow, 'family' | 'isCreation'>): EventType {
  return isCreation ? `${kinds[family]}.created` : `${kinds[family]}.updated`
}

const kinds = {
  'purchase-invoices': 'purchase.invoice',
  'purchase-credit-notes': 'purchase.credit_note',
  'sales-invoices': 'sales.invoice',
  'sales-credit-notes': 'sales.credit_note',
} as const satisfies Record<Family, string>

export type FeedEntry = Static<typeof FeedEntry>
