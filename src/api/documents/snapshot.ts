import Type, { type Static } from 'typebox'
import { ValidationResult } from '../../document/answer.ts'
import type { TransmissionResponse as GatewayResponse } from '../../exchange/gateway.ts'
import { legStatuses } from '../../store/legs/legs.ts'
import type { LegRow, SnapshotRows } from '../../store/legs/snapshot.ts'
import { DocumentType, documentTypeOf } from './document-type.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])
const base64 = Type.String({ contentEncoding: 'base64', contentMediaType: 'application/xml' })

/** The facts of the latest attempt. Source: decisions §6, transmissionResponse; docs/decisions/0046. */
const TransmissionResponse = Type.Object({
  conversationId: nullableText,
  messageId: nullableText,
  overallDurationToTransmit: Type.Union([Type.Integer({ description: 'Milliseconds' }), Type.Null()]),
  transmissionError: Type.Boolean({ description: 'True when the attempt failed' }),
  transmissionErrors: Type.Array(Type.Object({ code: nullableText, description: Type.String() }), {
    description: 'What failed, in a sentence, then what the receiving access point named',
  }),
  transmissionResult: nullableText,
})

/** The message level status that settled a leg. Source: decisions §6, mlsResponse. */
const MlsResponse = Type.Object({
  id: Type.String(),
  responseCode: Type.Union([Type.Literal('AP'), Type.Literal('AB'), Type.Literal('RE')]),
  issuedAt: Type.String({ format: 'date-time' }),
  senderId: Type.String(),
  receiverId: Type.String(),
  referenceId: Type.String({ format: 'uuid', description: 'The transmissionUuid of the leg it is about' }),
  description: nullableText,
  issues: Type.Array(
    Type.Object({ lineId: Type.String(), description: Type.String(), statusReasonCode: Type.String() }),
  ),
})

/** One leg as it stands. Source: contract, "Peppol status snapshot"; decisions §6. */
const LegSnapshot = Type.Object({
  country: Type.String(),
  docTypeId: Type.String(),
  documentXml: base64,
  lastUpdated: Type.Integer({ description: 'Milliseconds since 1970' }),
  mlsResponse: Type.Union([MlsResponse, Type.Null()]),
  processId: Type.String(),
  receiverId: Type.String(),
  senderId: Type.String(),
  status: Type.Enum([...legStatuses]),
  transmissionUuid: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'Null when nothing is to be sent',
  }),
  transmissionResponse: Type.Union([TransmissionResponse, Type.Null()]),
})

/** A document on its way through the network, both legs. Source: contract, "Peppol status snapshot"; decisions §6. */
export const Snapshot = Type.Object({
  id: Type.String({ format: 'uuid' }),
  uuid: Type.String({ format: 'uuid' }),
  documentType: DocumentType,
  documentUuid: Type.String({ format: 'uuid' }),
  documentXML: base64,
  issuedBy: Type.String({ description: 'Participant id of the issuer' }),
  issuedTo: Type.String({ description: 'Participant id of the other party' }),
  lastUpdated: Type.Integer({ description: 'Milliseconds since 1970' }),
  validationResults: Type.Array(ValidationResult),
  toC3: LegSnapshot,
  toC5: LegSnapshot,
})

type TransmissionResponse = Static<typeof TransmissionResponse>
type MlsResponse = Static<typeof MlsResponse>
type LegSnapshot = Static<typeof LegSnapshot>
export type Snapshot = Static<typeof Snapshot>

/** The snapshot that the API answers; undefined as long as the document has no legs. */
export function snapshotAnswer(rows: SnapshotRows): Snapshot | undefined {
  // The latest of each corner: rows come in the order they were made. A withdrawal is told by the log alone.
  const c3 = rows.legs.findLast((leg) => leg.corner === 'C3')
  const c5 = rows.legs.findLast((leg) => leg.corner === 'C5' && leg.report !== 'W')
  if (c3 === undefined || c5 === undefined) return undefined
  const documentXML = encode(rows.ubl)
  const validationResults: ValidationResult[] = JSON.parse(rows.findings)
  return {
    id: rows.documentId,
    uuid: rows.documentId,
    documentType: documentTypeOf(rows.family),
    documentUuid: rows.documentId,
    documentXML,
    issuedBy: c3.senderId,
    issuedTo: c3.receiverId,
    lastUpdated: Math.max(rows.updatedAt, c3.updatedAt, c5.updatedAt),
    validationResults,
    toC3: legSnapshot(c3, documentXML),
    toC5: legSnapshot(c5, documentXML),
  }
}

function legSnapshot(leg: LegRow, documentXML: string): LegSnapshot {
  const response: GatewayResponse | null = parsed(leg.transmissionResponse)
  const mlsResponse: MlsResponse | null = parsed(leg.mlsResponse)
  return {
    country: leg.country,
    docTypeId: leg.docTypeId,
    documentXml: leg.documentXml === null ? documentXML : encode(leg.documentXml),
    lastUpdated: leg.updatedAt,
    mlsResponse,
    processId: leg.processId,
    receiverId: leg.receiverId,
    senderId: leg.senderId,
    status: leg.status,
    transmissionUuid: leg.status === 'NOT_REQUIRED' ? null : leg.transmissionUuid,
    transmissionResponse: response && responseAnswer(response),
  }
}

/** Clients know transmissionError as yes or no: the sentence stands among the errors. */
function responseAnswer(response: GatewayResponse): TransmissionResponse {
  const { transmissionError: error, transmissionErrors: named } = response
  return {
    ...response,
    transmissionError: error !== null,
    transmissionErrors: [...(error === null ? [] : [{ code: null, description: error }]), ...named],
  }
}

/** JSON that this service wrote itself. */
function parsed(text: string | null) {
  return text === null ? null : JSON.parse(text)
}

function encode(xml: string): string {
  return Buffer.from(xml).toString('base64')
}
