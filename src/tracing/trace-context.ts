import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api'

/**
 * A place in a trace, in the words of W3C Trace Context: as headers carry it and the database
 * stores it.
 */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate: string | null
}

/**
 * Undefined for a malformed traceparent; its tracestate is ignored with it. A malformed tracestate
 * alone is dropped. Source: W3C Trace Context, 3.2 and 3.3.
 */
export function readTraceContext({ traceparent, tracestate }: Received): SpanContext | undefined {
  const { version, traceId, spanId, flags, more } = traceparentSyntax.exec(traceparent ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  // Later versions may add fields; ours ends here.
  if (version === '00' && more !== undefined) return undefined
  const place = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & knownFlags, isRemote: true }
  if (!isSpanContextValid(place)) return undefined
  const state = readTraceState(tracestate ?? '')
  return state === undefined ? place : { ...place, traceState: createTraceState(state) }
}

interface Received {
  readonly traceparent: string | undefined
  readonly tracestate: string | null | undefined
}

export function writeTraceContext({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const tracestate = traceState?.serialize() ?? ''
  return {
    traceparent: `00-${traceId}-${spanId}-0${(traceFlags & knownFlags).toString(16)}`,
    tracestate: tracestate === '' ? null : tracestate,
  }
}

const traceparentSyntax =
  /^(?<version>(?!ff)[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/

/** `sampled` and `random-trace-id`; the others are reserved and must be zero. */
const knownFlags = 0b11

/** Undefined when it is empty or malformed. */
function readTraceState(text: string): string | undefined {
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
  if (members.length === 0 || members.length > membersMax) return undefined
  return members.every((member) => memberSyntax.test(member)) ? shortened(members) : undefined
}

/**
 * Removes whole members: long ones first, then from the end. Source: W3C Trace Context, 3.3.1.5.
 */
function shortened(members: readonly string[]): string {
  const kept = [...members]
  while (kept.join(',').length > charactersMax) {
    const long = kept.findLastIndex(({ length }) => length > longMember)
    kept.splice(long === -1 ? kept.length - 1 : long, 1)
  }
  return kept.join(',')
}

const membersMax = 32
const charactersMax = 512
const longMember = 128

const keySyntax = /(?:[a-z][-_*/0-9a-z]{0,255}|[0-9a-z][-_*/0-9a-z]{0,240}@[a-z][-_*/0-9a-z]{0,13})/
const valueSyntax = /[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]/
const memberSyntax = new RegExp(`^${keySyntax.source}=${valueSyntax.source}$`)
