export type { Verdict } from '../ubl/network/mls.ts'

/**
 * What the exchange asks of the way to the network: the sandbox, or an access point. One
 * transmission is one SBDH instance: its UUID is fixed and stored before the first submit, and
 * everything said about it later names that UUID.
 */
export interface Gateway {
  /** As configuration spells it: `sandbox`. */
  readonly name: string
  /**
   * Opens the way in: every envelope goes to `inbound`, again and again until that promise
   * resolves.
   */
  start(inbound: InboundSink): void
  /**
   * Hands one transmission over and waits for the receipt. Resolves `unknown` when the signal
   * aborts first. A rejected promise counts as `unknown` too: the message may have left. Rejects
   * with the `DocumentUnread` of the document's pieces when that kept it from handing the message
   * over.
   */
  submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome>
  /** What became of a transmission whose outcome is unknown: the way to never send twice. */
  ask(transmissionUuid: string, signal: AbortSignal): Promise<Answer>
  /**
   * What it is to bring may be due sooner than it expects; absent: nothing waits for a time in it.
   */
  lookNow?(): void
  /** No envelope reaches the sink after this resolves. */
  stop(): Promise<void>
}

/** Takes an envelope as it came, as text. */
export type InboundSink = (envelope: string) => Promise<void>

/**
 * One leg as it leaves: the ids are `scheme::value` for document type and process, `0235:…` for the
 * parties.
 */
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
   * When the leg was made, ms since 1970: the time of the envelope, so that every attempt is the
   * same to the byte.
   */
  readonly createdAt: number
  /** The business document, or the tax data document, without an envelope. */
  readonly document: OutgoingDocument
}

/** An XML document in UTF-8 on its way out. It may be long: nothing holds it as a whole. */
export interface OutgoingDocument {
  readonly bytes: number
  /**
   * From the beginning, each time it is called; a piece takes no more than a moment to hash or to
   * scan. Throws `DocumentUnread` when the document cannot be read to its end, and another error
   * when it is too late to send it: so whoever waits for the end before it writes its own last byte
   * never sends too late, nor a part for the whole.
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>
}

/** The document could not be read from the database: nothing complete has left. */
export class DocumentUnread extends Error {
  override readonly name = 'DocumentUnread'
}

/**
 * How a submit ended. `transient`: surely not delivered, worth another try. `permanent`: it never
 * will be (receiver not registered, refused). `unknown`: a timeout, to be asked for, never sent
 * again. `underway`: the gateway has it and goes on trying by itself, to be asked for. `stuck`: not
 * delivered, and neither the gateway nor we can go on without a person. `outage`: the gateway
 * itself does not work, whatever it is handed. `unsent`: we ourselves did not send it, which says
 * nothing about the gateway.
 */
export type Outcome = OutcomeFacts &
  (
    | { readonly kind: 'receipt' | 'transient' | 'permanent' | 'unknown' }
    | {
        readonly kind: 'underway'
        /** When the gateway means to try next, ms since 1970; null when it does not say. */
        readonly triesAgainAt: number | null
      }
    | {
        readonly kind: 'stuck'
        /** True when any other transmission would end the same way now. */
        readonly isForAll: boolean
      }
    | {
        readonly kind: 'outage'
        /** True: it failed after the message was handed over, which may have left. */
        readonly hasMaybeLeft: boolean
      }
    | {
        readonly kind: 'unsent'
        /** False: it was not even begun, for want of time. */
        readonly isAttempt: boolean
      }
  )

interface OutcomeFacts {
  readonly response: TransmissionResponse
  /** Who answers for the receiver, `0242:…`; absent when the report does not say. */
  readonly receiverProviderId?: string
}

/**
 * `absent`: the gateway never took it, so it may be submitted. `unknown` and `outage`: it could not
 * be asked.
 */
export type Answer = { readonly kind: 'absent' } | Exclude<Outcome, { readonly kind: 'transient' | 'unsent' }>

/** The facts of one attempt, from the gateway's sending report; null where it had none. */
export interface TransmissionResponse {
  readonly conversationId: string | null
  readonly messageId: string | null
  /** Milliseconds from the look-up of the receiver to its receipt. */
  readonly overallDurationToTransmit: number | null
  /** What failed, in a sentence; null when nothing did. */
  readonly transmissionError: string | null
  /** The errors the receiving access point named. */
  readonly transmissionErrors: readonly TransmissionError[]
  /** The word of the sending report: `SUCCESS`, `TRANSPORT_ERROR`, `TIMEOUT`, … */
  readonly transmissionResult: string | null
}

export interface TransmissionError {
  readonly code: string | null
  readonly description: string
}

/** The facts of an attempt of which little is known; the sentence says what went wrong. */
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
