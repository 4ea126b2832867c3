import { envelopeInPieces } from '@selfbill/pint-ae/ubl'
import { inHttpCall } from '../../../tracing/http-call.ts'
import type { Answer, Gateway, Outcome, Transmission } from '../../gateway.ts'
import { bareResponse } from '../../gateway.ts'
import { callHttp, type HttpAnswer, type HttpCall, type NoAnswer } from './http-call.ts'
import { errorText, refusalText } from './json-object.ts'
import { readSendingReport, type SendingReport } from './sending-report.ts'
import { isOwnFault, readTransactionStatus } from './transaction-status.ts'

/**
 * An access point that runs phoss-ap. We send envelopes to its REST interface; it brings envelopes
 * from the network to `POST /gateway/inbound`. It sends whatever it gets, even twice, so we never
 * submit a document that it may already have. It retries by itself. Source:
 * docs/network.md#access-point, docs/decisions/0022.
 */
export function createPhossAp(parts: PhossApParts): Gateway {
  const { connectTimeoutMs } = parts
  const base = parts.url.href.replace(/\/+$/, '')

  function call(what: Pick<HttpCall, 'method' | 'body'>, place: Place, signal: AbortSignal) {
    const { path, template = path, expected = [] } = place
    const type = what.body === undefined ? undefined : { 'content-type': 'application/xml; charset=utf-8' }
    const headers = { 'x-token': parts.token, accept: 'application/json', ...type }
    return inHttpCall(
      { method: what.method, url: base + path, path: template, expected },
      (trace) =>
        callHttp({ ...what, url: new URL(base + path), headers: { ...headers, ...trace }, connectTimeoutMs }, signal),
      (answer) => (answer.kind === 'answer' ? answer.status : answer.hasMaybeLeft ? 'no_answer' : 'unreachable'),
    )
  }

  async function submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    const { transmissionUuid, document } = transmission
    const header = { ...transmission, instanceId: transmissionUuid, mlsTo: parts.mlsTo ?? null }
    const body = await envelopeInPieces(header, document)
    const answer = await call({ method: 'POST', body }, { path: '/api/outbound/submit-sbd' }, signal)
    if (answer.kind === 'none' && answer.bodyFailure !== undefined) throw answer.bodyFailure
    if (answer.kind === 'answer' && answer.status === 400) {
      const why = refusalText(answer.body)
      return why === null ? outcomeWithoutReport(answer) : await refused(why, signal)
    }
    if (answer.kind === 'none' || !isReported(answer.status)) return outcomeWithoutReport(answer)
    const report = readSendingReport(answer.body, transmissionUuid)
    if (report?.isDelivered === true) return { kind: 'receipt', ...factsOf(report) }
    // Only its records say whether it keeps trying; the report and the HTTP status do not.
    return afterFailure(report, answer.status, await ask(transmissionUuid, signal))
  }

  async function ask(transmissionUuid: string, signal: AbortSignal): Promise<Answer> {
    const path = `/api/outbound/status/${encodeURIComponent(transmissionUuid)}?includeArchive=true`
    const answer = await call(
      { method: 'GET' },
      { path, template: '/api/outbound/status/{sbdh_id}', expected: [404] },
      signal,
    )
    if (answer.kind === 'none') return outage('UNREACHABLE', `The access point could not be asked: ${answer.reason}`)
    // It may have received the document and not have written its record yet.
    if (isOwnNotFound(answer)) return { kind: 'absent', isFinal: false }
    const status = answer.status === 200 ? readTransactionStatus(answer.body, transmissionUuid) : undefined
    if (status === undefined) return outage(...describeAnswer(answer, 'asked about a transmission'))
    if (status.standing === 'delivered') return { kind: 'receipt', response: bareResponse('SUCCESS', null) }
    const response = bareResponse(status.rawStatus.toUpperCase(), status.error)
    if (status.standing === 'given up') return { kind: 'permanent', response }
    if (status.standing === 'stranded') return { kind: 'stuck', isForAll: false, response }
    return { kind: 'underway', response, triesAgainAt: status.triesAgainAt }
  }

  /**
   * The access point answers with the same sentence when its rules refuse an envelope and when it
   * cannot store one. Its health check shows which. One that fails to store an envelope may have
   * stored it all the same.
   */
  async function refused(why: string, signal: AbortSignal): Promise<Outcome> {
    const health = await call({ method: 'GET' }, { path: '/actuator/health' }, signal)
    if (health.kind === 'answer' && health.status < 500) {
      return { kind: 'permanent', response: bareResponse('REFUSED', why) }
    }
    const state = health.kind === 'none' ? health.reason : (errorText(health.body) ?? String(health.status))
    return outage('UNHEALTHY', `The access point is not healthy: ${state}; it said: ${why}`, true)
  }

  return {
    name: 'phoss-ap',
    accessPoint: parts.name,
    // Statuses arrive over HTTP: the operation `gatewayInbound` passes them to the exchange.
    start: () => undefined,
    submit,
    ask,
    stop: async () => undefined,
  }
}

export interface PhossApParts {
  /** Its name in the configuration. */
  readonly name: string
  /** The base address, before `/api`. */
  readonly url: URL
  /** Its `phase4.api.requiredtoken`. */
  readonly token: string
  /**
   * MLS_TO, `0242:…`: the id that statuses are sent to; undefined for the sender's own provider.
   */
  readonly mlsTo: string | undefined
  /** Limits the connection only: the answer may take as long as the receiver does. */
  readonly connectTimeoutMs: number
}

/** A path there, and what a trace shows of it: its template, if it holds an id. */
interface Place {
  readonly path: string
  readonly template?: string
  readonly expected?: readonly number[]
}

type Outage = Outcome & { readonly kind: 'outage' }

function isReported(status: number): boolean {
  return (status >= 200 && status < 300) || status === 422
}

/**
 * The outcome of an answer without a report, or of no answer. A proxy may have written it after the
 * access point received the message. Only the two refusals that the access point gives before it
 * reads a message prove that it was not received.
 */
function outcomeWithoutReport(answer: HttpAnswer | NoAnswer): Outcome {
  if (answer.kind === 'none') {
    if (answer.hasMaybeLeft) return unknown('NO_ANSWER', `The access point did not answer: ${answer.reason}`)
    return outage('UNREACHABLE', `The access point cannot be reached: ${answer.reason}`)
  }
  const { status } = answer
  const words = describeAnswer(answer, 'given a transmission')
  if (isOwnNotFound(answer) || isTokenRefusal(answer)) return outage(...words)
  const isOutage = status < 400 || status >= 500 || [401, 403, 404, 429].includes(status)
  return isOutage ? outage(...words, true) : unknown(...words)
}

/** The access point's own "not found" has no body. Any other comes from another server. */
function isOwnNotFound({ status, body }: HttpAnswer): boolean {
  return status === 404 && body.byteLength === 0
}

function isTokenRefusal({ status, body }: HttpAnswer): boolean {
  return status === 401 && errorText(body) === 'Invalid or missing API token'
}

/**
 * The outcome when the access point reports a failure or its answer is unreadable. `records` is
 * what its records say right after that.
 */
function afterFailure(report: SendingReport | undefined, status: number, records: Answer): Outcome {
  const unreadable = bareResponse(`HTTP_${status}`, 'The answer of the access point is not a sending report')
  const facts = report === undefined ? { response: unreadable } : factsOf(report)
  if (records.kind === 'receipt') return { kind: 'receipt', ...facts, response: records.response }
  // It has just reported on a transmission that it cannot find: it holds two records of it and
  // returns neither.
  if (records.kind === 'absent' && report !== undefined) {
    const error = facts.response.transmissionError ?? 'Not delivered'
    const transmissionError = `${error}; its records no longer answer for it`
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
  const isForAll = isOwnFault(records.response.transmissionError)
  // Whatever its wording, a lookup that failed finally means that the network does not know the
  // receiver.
  const isLookup = report?.response.transmissionResult === 'LOOKUP_ERROR'
  return isLookup && !isForAll ? { ...facts, kind: 'permanent', response } : { ...outcome, isForAll }
}

function factsOf({ response, receiverProviderId }: SendingReport): Pick<Outcome, 'response' | 'receiverProviderId'> {
  return receiverProviderId === undefined ? { response } : { response, receiverProviderId }
}

function unknown(result: string, why: string): Outcome {
  return { kind: 'unknown', response: bareResponse(result, why) }
}

function outage(result: string, why: string, hasMaybeLeft = false): Outage {
  return { kind: 'outage', hasMaybeLeft, response: bareResponse(result, why) }
}

/** A result code, and a sentence that shows an operator where to look. */
function describeAnswer({ status, body }: HttpAnswer, request: string): readonly [result: string, why: string] {
  const said = errorText(body)?.slice(0, 200)
  const hint = hints[status]
  const words = [`The access point answered ${status} when ${request}`, hint, said].filter((word) => word !== undefined)
  return [`HTTP_${status}`, words.join(': ')]
}

const hints: Readonly<Record<number, string>> = {
  200: 'this is not an answer of phoss-ap, check GATEWAY_URL',
  401: 'check GATEWAY_TOKEN',
  403: 'check GATEWAY_TOKEN',
  404: 'sending is disabled there, or GATEWAY_URL is wrong',
}
