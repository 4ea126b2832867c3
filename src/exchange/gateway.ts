export type { Verdict } from '@selfbill/pint-ae/ubl'

/**
 * A way to the network: the sandbox, or an access point. A transmission is one SBDH instance. Its
 * UUID is stored before the first submit and identifies it from then on.
 */
export interface Gateway {
  /** The name in the configuration, such as `sandbox`. */
  readonly name: string
  /** The name of the access point: its legs are stored with it, and no other gateway sends them. */
  readonly accessPoint: string
  /**
   * Starts to pass received envelopes to `inbound`. Passes an envelope again until `inbound`
   * resolves.
   */
  start(inbound: InboundSink): void
  /**
   * Sends a transmission and waits for the receipt. Resolves to `unknown` if the signal aborts
   * first. A rejection counts as `unknown` too, since the message may have been sent; except
   * `DocumentUnread`, which means that the document could not be read and was not sent.
   */
  submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome>
  /** Asks about a transmission whose outcome is unknown, so that nothing is sent twice. */
  ask(transmissionUuid: string, signal: AbortSignal): Promise<Answer>
  /** Statuses may be due earlier than expected. Absent: the gateway waits for no due time. */
  lookNow?(): void
  /** After this resolves, `inbound` gets no more envelopes. */
  stop(): Promise<void>
}

/**
 * The name of an access point without a name, and of the sandbox. Legs from before there were names
 * have it too.
 */
export const defaultAccessPoint = 'default'

/** Processes a received envelope. */
export type InboundSink = (envelope: string) => Promise<void>

/** A leg to send. Document type and process are `scheme::value`, the parties `0235:…`. */
export interface Transmission {
  readonly transmissionUuid: string
  readonly corner: 'C3' | 'C5'
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  /** The sender's country, COUNTRY_C1. */
  readonly country: string
  /**
   * When the leg was created, ms since 1970. It is the time in the envelope, so that all attempts
   * send the same bytes.
   */
  readonly createdAt: number
  /** The business document or the tax data document, without the envelope. */
  readonly document: OutgoingDocument
}

/** An XML document in UTF-8 to send. It may be long, so it is never held as a whole. */
export interface OutgoingDocument {
  readonly bytes: number
  /**
   * Starts at the beginning on every call. Pieces are small enough to hash or scan in a moment.
   * Throws `DocumentUnread` if the document cannot be read to its end, and another error if it is
   * too late to send. A gateway that waits for the end of the pieces before it writes its last byte
   * therefore never sends too late, or only a part.
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>
}

/** The document could not be read from the database. It was not sent completely. */
export class DocumentUnread extends Error {
  override readonly name = 'DocumentUnread'
}

/**
 * How a submit ended. `transient`: not delivered, try again. `permanent`: it can never be delivered
 * (not registered, refused). `unknown`: a timeout; ask first. `underway`: the gateway
 * has it and keeps trying; ask later. `stuck`: not delivered, and an operator must act. `outage`:
 * the gateway itself is down. `unsent`: we did not send it, which says nothing about the gateway.
 * `unconfirmed`: it may have been sent, and the gateway has no record of it; ask once more.
 */
export type Outcome = OutcomeFacts &
  (
    | { readonly kind: 'receipt' | 'transient' | 'permanent' | 'unknown' }
    | {
        readonly kind: 'underway'
        /** When the gateway will try next, ms since 1970; null if it does not say. */
        readonly triesAgainAt: number | null
      }
    | {
        readonly kind: 'stuck'
        /** True if every other transmission would end the same way now. */
        readonly isForAll: boolean
      }
    | {
        readonly kind: 'outage'
        /** True if it failed after the message was handed over, which may have been sent. */
        readonly hasMaybeLeft: boolean
      }
    | {
        readonly kind: 'unsent'
        /** False if there was no time to start. */
        readonly isAttempt: boolean
      }
    | {
        readonly kind: 'unconfirmed'
        /** When the gateway first said so, ms since 1970. */
        readonly absentSince: number
      }
  )

interface OutcomeFacts {
  readonly response: TransmissionResponse
  /** The receiver's access point, `0242:…`; absent if the report does not name it. */
  readonly receiverProviderId?: string
}

/**
 * `absent`: the gateway has no record of it. `unknown` and `outage`: the question was not answered.
 */
export type Answer =
  | {
      readonly kind: 'absent'
      /** False if a submit that it already has may still be recorded, so the answer may change. */
      readonly isFinal: boolean
    }
  | Exclude<Outcome, { readonly kind: 'transient' | 'unsent' | 'unconfirmed' }>

/** The facts of one attempt, from the gateway's sending report; null where the report has none. */
export interface TransmissionResponse {
  readonly conversationId: string | null
  readonly messageId: string | null
  /** Milliseconds from the lookup of the receiver to its receipt. */
  readonly overallDurationToTransmit: number | null
  /** A sentence about the failure; null if nothing failed. */
  readonly transmissionError: string | null
  /** The errors reported by the receiving access point. */
  readonly transmissionErrors: readonly TransmissionError[]
  /** The result code of the sending report: `SUCCESS`, `TRANSPORT_ERROR`, `TIMEOUT`, … */
  readonly transmissionResult: string | null
}

export interface TransmissionError {
  readonly code: string | null
  readonly description: string
}

/** A response with only a result code and an error message. */
export function bareResponse(result: string, error: string | null): TransmissionResponse {
  return {
    conversationId: null,
    messageId: null,
    overallDurationToTransmit: null,
    transmissionError: error,
    transmissionErrors: [],
    transmissionResult: result,
  }
}
