import { context, trace } from '@opentelemetry/api'
import type { Attributes } from './span.ts'
import { readTraceContext, type TraceContext, writeTraceContext } from './trace-context.ts'
import { tracer } from './tracer.ts'

/** Whether the active span is collected. Without an SDK it never is. */
export function isRecorded(): boolean {
  return trace.getActiveSpan()?.isRecording() === true
}

/** Adds facts to the active span. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes)
}

/** Links the active span to where its subject was created. */
export function linkSpan(place: TraceContext | undefined): void {
  const at = isRecorded() && place ? readTraceContext(place) : undefined
  if (at !== undefined) trace.getActiveSpan()?.addLink({ context: at })
}

/**
 * Runs later work below the active span, wherever it is called. Undefined when nobody collects the
 * span.
 */
export function belowActiveSpan(): RunBelow | undefined {
  if (!isRecorded()) return undefined
  const active = context.active()
  return (work) => context.with(active, work)
}

export type RunBelow = <Result>(work: () => Result) => Result

/** The active place in the trace, to be stored; undefined outside of a trace. */
export function currentTrace(): TraceContext | undefined {
  const span = trace.getActiveSpan()?.spanContext()
  return span && trace.isSpanContextValid(span) ? writeTraceContext(span) : undefined
}

/** The headers that carry the trace to another service. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const place = currentTrace()
  if (place === undefined) return {}
  const { traceparent, tracestate } = place
  return tracestate === null ? { traceparent } : { traceparent, tracestate }
}

/** The members of a log line that name the trace, as OpenTelemetry names them. */
export function traceLogMembers(): Readonly<Record<string, string>> {
  const span = trace.getActiveSpan()?.spanContext()
  return span && trace.isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

/**
 * Adds a child of the active span for work that is already done, such as that of another thread.
 */
export function addPastSpan(name: string, time: WorkTime, attributes?: Attributes): void {
  pastSpans()?.(name, time, attributes)
}

/**
 * The same for later, when another span or none is active. Undefined when nobody collects it.
 */
export function pastSpans(): AddPastSpan | undefined {
  if (!isRecorded()) return undefined
  const parent = context.active()
  return (name, { startedAt, endedAt }, attributes = {}) =>
    tracer().startSpan(name, { startTime: startedAt, attributes }, parent).end(endedAt)
}

export type AddPastSpan = (name: string, time: WorkTime, attributes?: Attributes) => void

/** ms since 1970, with fractions. */
export interface WorkTime {
  readonly startedAt: number
  readonly endedAt: number
}
