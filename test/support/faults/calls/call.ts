import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { faultMessages } from '@selfbill/pint-ae/messages'
import type { PlannedCall } from '../plan.ts'
import type { DocumentRecord } from '../records.ts'

/**
 * How a caller sends requests in a round: at any running instance, like an integrator. What the
 * answers say must be true after the round.
 */
export interface CallParts {
  /** The instances running now. */
  addresses(): readonly string[]
  readonly tenants: readonly CallingTenant[]
  readonly random: () => number
}

export interface CallingTenant {
  readonly orgId: string
  readonly profileId: string
  readonly token: string
}

/** The answers to a call, and what must hold because of them. */
export interface CallResult {
  /** Its outcomes, for the count: `taken number: refused`. */
  readonly outcomes: readonly string[]
  /** The content of every 201. */
  readonly created: readonly Created[]
  /** Every answer to a request with a key. The same request must get it again. */
  readonly answers: readonly Answered[]
  /** Everything wrong with what is stored, one line each. */
  lossesIn(documents: readonly DocumentRecord[]): readonly string[]
}

export type Call = (planned: PlannedCall, tenant: CallingTenant, parts: CallParts) => Promise<CallResult>

/** A document in an answer. */
export interface Created {
  readonly orgId: string
  readonly family: string
  readonly id: string
  readonly number: string
  readonly sequence: number
  /** The name of the request that created it: its note. */
  readonly key: string
}

export interface Request {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token: string
  /** Of the request; undefined: it has none. */
  readonly key?: string
  readonly body?: string
  readonly type?: string
}

export interface Answered {
  readonly request: Request
  readonly status: number
  readonly text: string
  /** No attempt with this key went without an answer. */
  readonly isSure: boolean
  /** The status that the same request has later, if another one. */
  readonly laterStatus?: number
}

/**
 * `unknown`: no answer came, or half of one. `unavailable`: a 5xx. `running`: another attempt has
 * the key.
 */
export type Reply =
  | { readonly kind: 'answered' | 'unavailable'; readonly status: number; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string }
  | { readonly kind: 'running' }

/** One attempt. `text` has the part of the answer that arrived. */
export async function send(address: string, request: Request): Promise<Reply> {
  const { method, path, token, key, body = null, type = 'application/json' } = request
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== null && { 'content-type': type }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  let text = ''
  try {
    const answer = await fetch(address + path, { method, headers, body, signal: AbortSignal.timeout(answerLimitMs) })
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
    if (answer.status >= 500) return { kind: 'unavailable', status: answer.status, text }
    if (answer.status === 409 && text.includes(stillRunning)) return { kind: 'running' }
    return { kind: 'answered', status: answer.status, text }
  } catch {
    return { kind: 'unknown', text }
  }
}

/** The instance may have died with its mark, which lasts a minute. */
export const stillRunning = faultMessages.idempotency_running.en

/** One attempt at any running instance. */
export async function sendOnce(request: Request, { addresses, random }: CallParts): Promise<Reply> {
  for (let waitedMs = 0; waitedMs < startLimitMs; waitedMs += 100) {
    const running = addresses()
    const address = running[Math.floor(random() * running.length)]
    if (address !== undefined) return send(address, request)
    await delay(100)
  }
  throw new Error('no instance came back')
}

/**
 * Sends a request under a key until it is answered. Where a lost attempt still has the key, which
 * takes a minute, the caller begins again with another one: then both may have been done. `keys` has
 * all of them.
 */
export async function insist(
  make: (key: string) => Request,
  parts: CallParts,
): Promise<Answered & { readonly key: string; readonly keys: readonly string[] }> {
  const keys = [aKey()]
  let isSure = true
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const key = keys.at(-1) ?? ''
    const request = { ...make(key), key }
    const reply = await sendOnce(request, parts)
    if (reply.kind === 'answered') return { request, status: reply.status, text: reply.text, isSure, key, keys }
    if (reply.kind === 'running') keys.push(aKey())
    isSure = reply.kind === 'running'
    await delay(100)
  }
  throw new Error(`a request got no answer in ${attemptsMax} attempts`)
}

/** Letters only: a note must not hold a possible card number, and a UUID can. */
export function aKey(): string {
  return randomUUID().replaceAll(/[-\d]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}

/** The answer again, from an instance that is not disturbed. */
export async function repeatLosses(address: string, answered: Answered): Promise<readonly string[]> {
  const { request, status, text, isSure, laterStatus } = answered
  const reply = await send(address, request)
  if (reply.kind === 'answered') {
    if (reply.status === status && reply.text === text) return []
    if (reply.status === laterStatus) return []
  }
  // Only a conflict is not stored. Then an earlier attempt that arrived late may work just now.
  if (reply.kind === 'running' && status === 409 && !isSure) return []
  const what = `${request.method} ${request.path} under ${request.key} was answered with ${status} ${text}`
  return [`${what}, and again with ${reply.kind} ${'text' in reply ? reply.text : ''}`]
}

/**
 * A caller without a key that was refused must know that nothing was stored, unless the answer says
 * that nobody knows.
 */
export function storedAfterAll(text: string, note: string, documents: readonly DocumentRecord[]): readonly string[] {
  if (text.includes(outcomeUnknown) || !documents.some(({ key }) => key === note)) return []
  return [`the request ${note} was stored, and the answer was ${text}`]
}

const outcomeUnknown = faultMessages.outcome_unknown.en

export const attemptsMax = 400
const answerLimitMs = 5_000
const startLimitMs = 60_000
