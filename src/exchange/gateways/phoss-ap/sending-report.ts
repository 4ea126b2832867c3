import type { TransmissionError, TransmissionResponse } from '../../gateway.ts'
import { JsonObject } from './json-object.ts'

/**
 * Reads the access point's report of one attempt to send. Undefined if the bytes are not a report,
 * or about another transmission. Only `isDelivered` counts: the attempt and its HTTP status can
 * fail after the receiver has confirmed. Source: docs/network.md#access-point.
 */
export function readSendingReport(bytes: Buffer, transmissionUuid: string): SendingReport | undefined {
  const report = JsonObject.read(bytes)
  if (report === undefined || !isReport(report, transmissionUuid)) return undefined
  const isDelivered = report.is('sendingSuccess')
  return {
    isDelivered,
    receiverProviderId: providerIdOf(report.text('c3CertSubjectCN')),
    response: {
      conversationId: report.text('as4ConversationId'),
      messageId: report.text('as4MessageId'),
      overallDurationToTransmit: report.count('overallDurationMillis'),
      transmissionError: isDelivered ? null : failureOf(report),
      transmissionErrors: isDelivered ? [] : report.objects('as4ResponseErrors', errorsMax).map(errorOf),
      // A delivery is a success, whatever else the report says.
      transmissionResult: isDelivered ? 'SUCCESS' : resultOf(report),
    },
  }
}

export interface SendingReport {
  readonly isDelivered: boolean
  /** The receiver's access point, `0242:…`; undefined if the report does not name it. */
  readonly receiverProviderId: string | undefined
  readonly response: TransmissionResponse
}

const errorsMax = 20

function isReport(report: JsonObject, transmissionUuid: string): boolean {
  const about = report.text('sbdhInstanceIdentifier')
  const isOurs = about === null || about.toLowerCase() === transmissionUuid.toLowerCase()
  return isOurs && (about !== null || report.is('sendingSuccess') || report.text('currentDateTimeUTC') !== null)
}

/**
 * The subject of an access point's certificate holds its provider's number: POP000306 →
 * 0242:000306.
 */
function providerIdOf(seatId: string | null): string | undefined {
  const digits = /^P[A-Z]{2}([0-9]{6})$/.exec(seatId ?? '')?.[1]
  return digits === undefined ? undefined : `0242:${digits}`
}

function resultOf(report: JsonObject): string | null {
  return report.text('sendingResult') ?? (report.text('lookupError') === null ? null : 'LOOKUP_ERROR')
}

/** The error, followed by its cause if the report has one. */
function failureOf(report: JsonObject): string | null {
  const [said, cause] =
    report.text('lookupError') === null
      ? [report.text('sendingError'), report.object('sendingException')]
      : [report.text('lookupError'), report.object('lookupException')]
  const parts = new Set([said, cause?.text('message') ?? null].filter((part) => part !== null))
  return parts.size === 0 ? null : [...parts].join(said?.endsWith('.') ? ' ' : ': ')
}

function errorOf(error: JsonObject): TransmissionError {
  const parts = [error.text('shortDescription'), error.text('description'), error.text('errorDetails')]
  const said = parts.filter((part) => part !== null)
  return { code: error.text('errorCode'), description: said.length === 0 ? 'No description' : said.join(': ') }
}
