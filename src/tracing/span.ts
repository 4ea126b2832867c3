import {
  type Context,
  context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { errorType } from './error-type.ts'
import type { Origin } from './origin.ts'
import { tracer } from './tracer.ts'

/**
 * Runs work in a span, a child of the active one. The span ends with the work, and fails if the
 * work throws. Without an SDK it only calls the work.
 */
export async function inSpan<Result>(
  name: string,
  settings: SpanSettings,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = openSpan(name, settings)
  try {
    return await span.activate(() => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Begins a span whose end is elsewhere, such as a request's. */
export function openSpan(name: string, { kind = 'internal', attributes = {}, origin }: SpanSettings): OpenSpan {
  const before = context.active()
  const place = origin?.at
  const there = place === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, place)
  const parent = origin === undefined ? before : origin.isParent ? there : ROOT_CONTEXT
  const links = place !== undefined && origin?.isLinked === true ? [{ context: place }] : []
  const span = tracer().startSpan(name, { kind: kinds[kind], attributes, links }, parent)
  if (isStarted(span, parent)) return new OpenSpan(span, trace.setSpan(parent, span))
  // Without an SDK the place is passed on as it came.
  return new OpenSpan(span, origin === undefined ? before : there)
}

/** A span as its work sees it. */
export interface Span {
  /** Adds facts that are known only during the work. */
  set(attributes: Attributes): void
  /** Marks a failure: `why` is a code, or an error, whose message is not recorded. */
  fail(why: unknown): void
}

export interface SpanSettings {
  readonly kind?: keyof typeof kinds
  /** The facts that a sampler may look at. */
  readonly attributes?: Attributes
  /** The parent, in place of the active span. */
  readonly origin?: Origin | undefined
}

/** Never personal data, and no ids except those of documents and legs. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export class OpenSpan implements Span {
  readonly #span: OtelSpan
  readonly #context: Context

  constructor(span: OtelSpan, active: Context) {
    this.#span = span
    this.#context = active
  }

  /** False when nobody collects it. */
  get isRecorded(): boolean {
    return this.#span.isRecording()
  }

  /** Makes it the active span of `work` and of everything that `work` starts. */
  activate<Result>(work: () => Result): Result {
    return context.active() === this.#context ? work() : context.with(this.#context, work)
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  fail(why: unknown): void {
    this.#span.setAttribute('error.type', errorType(why)).setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.#span.end()
  }
}

/** An SDK gives each span an id, also one that is not recorded. */
function isStarted(span: OtelSpan, parent: Context): boolean {
  const own = span.spanContext()
  return own !== trace.getSpanContext(parent) && trace.isSpanContextValid(own)
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
