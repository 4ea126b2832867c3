import type { TransmissionError, TransmissionResponse } from '../../gateway.ts'
import { JsonObject } from './json-object.ts'

/**
 * The access point's report of one attempt to send, as far as it can be read; undefined when the
 * bytes are none, or one about another transmission. `isDelivered` is the only word that counts: an
 * attempt can fail as a whole, and in its HTTP status, after the receiver has confirmed. Source:
 * docs/network.md#access-point.
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
      // What was delivered is a success, whatever word or error the attempt as a whole came to.
      transmissionResult: isDelivered ? 'SUCCESS' : resultOf(report),
    },
  }
}

export interface SendingReport {
  readonly isDelivered: boolean
  /** Who answers for the receiver, `0242:…`; undefined when the report names no access point. */
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
 * The certificate of an access point names its seat, whose six digits are its provider's number:
 * POP000306 → 0242:000306.
 */
function providerIdOf(seatId: string | null): string | undefined {
  const digits = /^P[A-Z]{2}([0-9]{6})$/.exec(seatId ?? '')?.[1]
  return digits === undefined ? undefined : `0242:${digits}`
}

function resultOf(report: JsonObject): string | null {
  return report.text('sendingResult') ?? (report.text('lookupError') === null ? null : 'LOOKUP_ERROR')
}

/** What went wrong, with the reason beneath it where the report has one. */
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
