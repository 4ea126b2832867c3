import { type Tracer, trace } from '@opentelemetry/api'

/** Asked for each time: an SDK may register after this file was loaded. */
export function tracer(): Tracer {
  return trace.getTracer('selfbill')
}
