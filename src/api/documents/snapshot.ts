import { answerEnum, answerObject, milliseconds, orNull, Type, ValidationResult } from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import type { Static } from 'typebox'
import type { TransmissionResponse as GatewayResponse } from '../../exchange/gateway.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import { legStatuses } from '../../store/legs/legs.ts'
import type { LegRow, SnapshotRows } from '../../store/legs/snapshot.ts'
import { base64Text, type LongJsonOf, type LongText, storedJson } from '../answer/long-text.ts'
import { DocumentType, documentTypeOf } from './document-type.ts'

/** The status of a leg in an answer. */
export const LegStatusAnswer = answerEnum('LegStatus', legStatuses)

const nullableText = orNull(Type.String())
const base64 = Type.String({ contentEncoding: 'base64', contentMediaType: 'application/xml' })

const TransmissionError = answerObject('TransmissionError', { code: nullableText, description: Type.String() })

/**
 * The facts of the latest attempt. Source: docs/contract.md#status, transmissionResponse;
 * docs/decisions/0046.
 */
const TransmissionResponse = answerObject('TransmissionResponse', {
  conversationId: nullableText,
  messageId: nullableText,
  overallDurationToTransmit: orNull(Type.Integer()),
  transmissionError: Type.Boolean(),
  transmissionErrors: Type.Array(TransmissionError),
  transmissionResult: nullableText,
})

const MlsIssue = answerObject('MlsIssue', {
  lineId: Type.String(),
  description: Type.String(),
  statusReasonCode: Type.String(),
})

/** The message level status that settled a leg. Source: docs/contract.md#status, mlsResponse. */
const MlsResponse = answerObject('MlsResponse', {
  id: Type.String(),
  responseCode: answerEnum('MlsResponseCode', ['AP', 'AB', 'RE'], 'AP and AB accept, RE rejects'),
  issuedAt: Type.String({ format: 'date-time' }),
  senderId: Type.String(),
  receiverId: Type.String(),
  referenceId: Type.String({ format: 'uuid' }),
  description: nullableText,
  issues: Type.Array(MlsIssue),
})

/** The current state of a leg. Source: docs/contract.md#status. */
const LegSnapshot = answerObject('LegSnapshot', {
  country: Type.String(),
  docTypeId: Type.String(),
  documentXml: base64,
  lastUpdated: milliseconds(),
  mlsResponse: orNull(MlsResponse),
  processId: Type.String(),
  receiverId: Type.String(),
  senderId: Type.String(),
  status: LegStatusAnswer,
  transmissionUuid: orNull(Type.String({ format: 'uuid' })),
  transmissionResponse: orNull(TransmissionResponse),
})

/** The state of a document on the network, both legs. Source: docs/contract.md#status. */
export const Snapshot = answerObject('Snapshot', {
  id: Type.String({ format: 'uuid' }),
  uuid: Type.String({ format: 'uuid' }),
  documentType: DocumentType,
  documentUuid: Type.String({ format: 'uuid' }),
  documentXML: base64,
  issuedBy: Type.String(),
  issuedTo: Type.String(),
  lastUpdated: milliseconds(),
  validationResults: Type.Array(ValidationResult),
  toC3: LegSnapshot,
  toC5: LegSnapshot,
})

type TransmissionResponse = Static<typeof TransmissionResponse>
export type Snapshot = Static<typeof Snapshot>

/**
 * The snapshot as the API answers it; undefined until the document has legs. `findings` replaces
 * the stored validation results, for a translation.
 */
export function snapshotAnswer(
  rows: SnapshotRows,
  findings: LongText | RawJson = storedJson(rows.findings),
): LongJsonOf<Snapshot> | undefined {
  // The latest leg of each corner; rows come in order of creation. A withdrawal appears only in the
  // log.
  const c3 = rows.legs.findLast((leg) => leg.corner === 'C3')
  const c5 = rows.legs.findLast((leg) => leg.corner === 'C5' && leg.report !== 'W')
  if (c3 === undefined || c5 === undefined) return undefined
  const answer: LongJsonOf<Snapshot> = {
    id: rows.documentId,
    uuid: rows.documentId,
    documentType: documentTypeOf(rows.family),
    documentUuid: rows.documentId,
    documentXML: base64Text(rows.ubl),
    issuedBy: c3.senderId,
    issuedTo: c3.receiverId,
    lastUpdated: Math.max(rows.updatedAt, c3.updatedAt, c5.updatedAt),
    validationResults: findings,
    toC3: legSnapshot(c3, rows.ubl),
    toC5: legSnapshot(c5, rows.ubl),
  }
  return answer
}

function legSnapshot(leg: LegRow, ubl: StoredText): LongJsonOf<Static<typeof LegSnapshot>> {
  return {
    country: leg.country,
    docTypeId: leg.docTypeId,
    documentXml: base64Text(leg.documentXml ?? ubl),
    lastUpdated: leg.updatedAt,
    // Stored in the shape of the answer.
    mlsResponse: leg.mlsResponse === null ? null : new RawJson(leg.mlsResponse),
    processId: leg.processId,
    receiverId: leg.receiverId,
    senderId: leg.senderId,
    status: leg.status,
    transmissionUuid: leg.status === 'NOT_REQUIRED' ? null : leg.transmissionUuid,
    transmissionResponse:
      leg.transmissionResponse === null ? null : responseAnswer(JSON.parse(leg.transmissionResponse)),
  }
}

/**
 * Existing clients read transmissionError as a boolean, so its sentence goes into
 * transmissionErrors.
 */
function responseAnswer(response: GatewayResponse): TransmissionResponse {
  const { transmissionError: error, transmissionErrors: named } = response
  return {
    ...response,
    transmissionError: error !== null,
    transmissionErrors: [...(error === null ? [] : [{ code: null, description: error }]), ...named],
  }
}
