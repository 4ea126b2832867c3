import type { TraceContext } from '../tracing/trace-context.ts'
import { optionalText, textOrNull } from './database/columns.ts'
import type { Row } from './database/database.ts'

/** The place in a trace that a row stores in `traceparent` and `tracestate`. */
export function traceContextIn(row: Row): TraceContext | undefined {
  const traceparent = optionalText(row, 'traceparent')
  return traceparent === undefined ? undefined : { traceparent, tracestate: textOrNull(row, 'tracestate') }
}
