import type { SpanContext } from '@opentelemetry/api'
import { readTraceContext, type TraceContext } from './trace-context.ts'

/** Where the work of a span was caused, outside of this process or before. */
export interface Origin {
  /** Undefined: nowhere that we know, so the span begins a trace. */
  readonly at: SpanContext | undefined
  readonly isParent: boolean
  readonly isLinked: boolean
}

/** The caller of a request; undefined without a valid traceparent. */
export function originOfRequest(headers: Headers): Origin | undefined {
  const at = readTraceContext({ traceparent: textOf(headers.traceparent), tracestate: textOf(headers.tracestate) })
  return at && { at, isParent: true, isLinked: false }
}

/**
 * The place that a row of a queue stores. The first attempt continues its trace, while that is
 * young. A later one may run days after it, when collectors have closed the trace, so it begins its
 * own. Each links to the place. Source: docs/decisions/0075.
 */
export function originOfQueued(place: TraceContext | undefined, { attempt, ageMs }: Attempt): Origin {
  return { at: place && readTraceContext(place), isParent: attempt === 1 && ageMs <= youngMs, isLinked: true }
}

interface Attempt {
  /** 1 for the first. */
  readonly attempt: number
  /** Since the place was stored. */
  readonly ageMs: number
}

type Headers = Readonly<Record<'traceparent' | 'tracestate', string | readonly string[] | undefined>>

const youngMs = 10 * 60_000

/** Several traceparent headers count as malformed, several of tracestate as one list. */
function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(',') : value
}
