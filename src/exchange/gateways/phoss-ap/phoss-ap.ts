import { envelopeInPieces } from '../../../ubl/network/write-envelope.ts'
import type { Answer, Gateway, Outcome, Transmission } from '../../gateway.ts'
import { bareResponse } from '../../gateway.ts'
import { callHttp, type HttpAnswer, type HttpCall, type NoAnswer } from './http-call.ts'
import { spokenSentence, spokenText } from './json-object.ts'
import { readSendingReport, type SendingReport } from './sending-report.ts'
import { isOwnTrouble, readTransactionStatus } from './transaction-status.ts'

/**
 * An access point that runs phoss-ap: our envelopes go to it by its REST interface, and what the
 * network sends us it brings to `POST /gateway/inbound`. It sends whatever it is handed, however
 * often, so nothing is handed over that it may have already; and it goes on trying by itself.
 * Source: docs/network.md#access-point, docs/decisions/0022.
 */
export function createPhossAp(parts: PhossApParts): Gateway {
  const { connectTimeoutMs } = parts
  const base = parts.url.href.replace(/\/+$/, '')

  function call(what: Pick<HttpCall, 'method' | 'body'>, path: string, signal: AbortSignal) {
    const type = what.body === undefined ? undefined : { 'content-type': 'application/xml; charset=utf-8' }
    const headers = { 'x-token': parts.token, accept: 'application/json', ...type }
    return callHttp({ ...what, url: new URL(base + path), headers, connectTimeoutMs }, signal)
  }

  async function submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    const { transmissionUuid, document } = transmission
    const header = { ...transmission, instanceId: transmissionUuid, mlsTo: parts.mlsTo ?? null }
    const body = await envelopeInPieces(header, document)
    const answer = await call({ method: 'POST', body }, '/api/outbound/submit-sbd', signal)
    if (answer.kind === 'none' && answer.bodyFailure !== undefined) throw answer.bodyFailure
    if (answer.kind === 'answer' && answer.status === 400) {
      const why = spokenSentence(answer.body)
      return why === null ? withoutReport(answer) : await refused(why, signal)
    }
    if (answer.kind === 'none' || !isReported(answer.status)) return withoutReport(answer)
    const report = readSendingReport(answer.body, transmissionUuid)
    if (report?.isDelivered === true) return { kind: 'receipt', ...factsOf(report) }
    // Neither the report nor the HTTP status says whether it goes on trying; its records do.
    return afterFailure(report, answer.status, await ask(transmissionUuid, signal))
  }

  async function ask(transmissionUuid: string, signal: AbortSignal): Promise<Answer> {
    const path = `/api/outbound/status/${encodeURIComponent(transmissionUuid)}?includeArchive=true`
    const answer = await call({ method: 'GET' }, path, signal)
    if (answer.kind === 'none') return outage('UNREACHABLE', `The access point cannot be asked: ${answer.reason}`)
    // Its own "not found" has no body; anything else that answers 404 is some other server, or
    // another path.
    if (answer.status === 404 && answer.body.byteLength === 0) return { kind: 'absent' }
    const status = answer.status === 200 ? readTransactionStatus(answer.body, transmissionUuid) : undefined
    if (status === undefined) return outage(...wordsOf(answer, 'asked about a transmission'))
    if (status.standing === 'delivered') return { kind: 'receipt', response: bareResponse('SUCCESS', null) }
    const response = bareResponse(status.word.toUpperCase(), status.error)
    if (status.standing === 'given up') return { kind: 'permanent', response }
    if (status.standing === 'stranded') return { kind: 'stuck', isForAll: false, response }
    return { kind: 'underway', response, triesAgainAt: status.triesAgainAt }
  }

  /**
   * One sentence stands for a refusal by its rules and for its own trouble to store an envelope;
   * its health tells them apart.
   */
  async function refused(why: string, signal: AbortSignal): Promise<Outcome> {
    const health = await call({ method: 'GET' }, '/actuator/health', signal)
    if (health.kind === 'answer' && health.status === 503) {
      return outage('UNHEALTHY', `The access point is not well: ${spokenText(health.body) ?? '503'}; it said: ${why}`)
    }
    return { kind: 'permanent', response: bareResponse('REFUSED', why) }
  }

  return {
    name: 'phoss-ap',
    // What comes in comes by HTTP: the operation `gatewayInbound` hands it to the exchange.
    start: () => undefined,
    submit,
    ask,
    stop: async () => undefined,
  }
}

export interface PhossApParts {
  /** Where its `/api` begins. */
  readonly url: URL
  /** Its `phase4.api.requiredtoken`. */
  readonly token: string
  /** MLS_TO, `0242:…`: where statuses are to be sent; undefined for the sender's own provider. */
  readonly mlsTo: string | undefined
  /**
   * A connection is made at once or not at all; the answer may take as long as the receiver takes.
   */
  readonly connectTimeoutMs: number
}

type Refusal = Outcome & { readonly kind: 'transient' | 'unknown' }
type Outage = Outcome & { readonly kind: 'outage' }

function isReported(status: number): boolean {
  return (status >= 200 && status < 300) || status === 422
}

/** An answer that holds no report, or none at all. */
function withoutReport(answer: HttpAnswer | NoAnswer): Outcome {
  if (answer.kind === 'none') {
    if (answer.hasMaybeLeft) return refusal('unknown', 'NO_ANSWER', `The access point did not answer: ${answer.reason}`)
    return outage('UNREACHABLE', `The access point cannot be reached: ${answer.reason}`)
  }
  const { status } = answer
  const words = wordsOf(answer, 'handed a transmission')
  if (status === 408) return refusal('unknown', ...words)
  // Something went wrong there, before the message left or after.
  if (status >= 500) return outage(...words, true)
  const isClosed = status < 400 || [401, 403, 404, 429].includes(status)
  return isClosed ? outage(...words) : refusal('transient', ...words)
}

/**
 * It answered that it did not deliver, or something unreadable; `records` is what it says when
 * asked at once.
 */
function afterFailure(report: SendingReport | undefined, status: number, records: Answer): Outcome {
  const unreadable = bareResponse(`HTTP_${status}`, 'The access point answered with something that is no report')
  const facts = report === undefined ? { response: unreadable } : factsOf(report)
  if (records.kind === 'receipt') return { kind: 'receipt', ...facts, response: records.response }
  // It has just told us about a transmission that it does not find: of two records of one
  // transmission it finds neither.
  if (records.kind === 'absent' && report !== undefined) {
    const transmissionError = `${facts.response.transmissionError ?? 'Not delivered'}; its records no longer answer for it`
    return { ...facts, kind: 'stuck', isForAll: false, response: { ...facts.response, transmissionError } }
  }
  if (records.kind === 'absent' || records.kind === 'outage') return { kind: 'unknown', ...facts }
  const response = {
    ...facts.response,
    transmissionError: report?.response.transmissionError ?? records.response.transmissionError,
    transmissionResult: report?.response.transmissionResult ?? records.response.transmissionResult,
  }
  const outcome = { ...records, ...facts, response }
  if (outcome.kind !== 'stuck') return outcome
  const isForAll = isOwnTrouble(records.response.transmissionError)
  // Whatever words it has for it: a look-up that has failed for good is the network's word about
  // the receiver.
  const isLookup = report?.response.transmissionResult === 'LOOKUP_ERROR'
  return isLookup && !isForAll ? { ...facts, kind: 'permanent', response } : { ...outcome, isForAll }
}

function factsOf({ response, receiverProviderId }: SendingReport): Pick<Outcome, 'response' | 'receiverProviderId'> {
  return receiverProviderId === undefined ? { response } : { response, receiverProviderId }
}

function refusal(kind: Refusal['kind'], result: string, why: string): Refusal {
  return { kind, response: bareResponse(result, why) }
}

function outage(result: string, why: string, hasMaybeLeft = false): Outage {
  return { kind: 'outage', hasMaybeLeft, response: bareResponse(result, why) }
}

/** What an operator has to look at, in a sentence. */
function wordsOf({ status, body }: HttpAnswer, doing: string): readonly [result: string, why: string] {
  const said = spokenText(body)?.slice(0, 200)
  const hint = hints[status]
  const words = [`The access point answered ${status} when ${doing}`, hint, said].filter((word) => word !== undefined)
  return [`HTTP_${status}`, words.join(': ')]
}

const hints: Readonly<Record<number, string>> = {
  200: 'that is no answer of phoss-ap, look at GATEWAY_URL',
  401: 'look at GATEWAY_TOKEN',
  403: 'look at GATEWAY_TOKEN',
  404: 'sending is disabled there, or GATEWAY_URL leads elsewhere',
}
