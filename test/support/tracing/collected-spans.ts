import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

/**
 * Collects the spans of this process while the suite runs. Call it once in a suite. Other work of
 * the process is traced too, so look at the spans of one trace.
 */
export function collectSpans(): CollectedSpans {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  before(() => provider.register())
  after(async () => {
    await provider.shutdown()
    trace.disable()
    context.disable()
    propagation.disable()
  })
  return {
    all: () => exporter.getFinishedSpans(),
    of: (traceId) => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId),
  }
}

export interface CollectedSpans {
  /** Those that have ended. */
  all(): readonly ReadableSpan[]
  of(traceId: string): readonly ReadableSpan[]
}

/** The trace of a caller who is traced: `traceparent` is for a request. */
export function aCallersTrace() {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}

/**
 * The spans below a parent as an indented tree, children in the order in which they began. `shown`
 * leaves out the others, with their children.
 */
export function treeOf(
  spans: readonly ReadableSpan[],
  parentId: string,
  shown: (span: ReadableSpan) => boolean = () => true,
): readonly string[] {
  return spans
    .filter((span) => span.parentSpanContext?.spanId === parentId && shown(span))
    .toSorted((one, other) => startOf(one) - startOf(other))
    .flatMap((span) => {
      const failed = span.status.code === SpanStatusCode.ERROR ? `: ${String(span.attributes['error.type'])}` : ''
      const below = treeOf(spans, span.spanContext().spanId, shown)
      return [`${span.name}${failed}`, ...below.map((line) => `  ${line}`)]
    })
}

/** ms since 1970, with fractions. */
export function startOf({ startTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1e3 + nanoseconds / 1e6
}

export function endOf({ endTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1e3 + nanoseconds / 1e6
}
