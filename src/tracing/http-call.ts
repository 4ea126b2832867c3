import { traceHeaders } from './active-span.ts'
import { type Attributes, inSpan } from './span.ts'

/**
 * Makes one HTTP request to another service in a client span. `call` gets the headers that carry
 * the trace. `resultOf` returns the status of the answer, or a code for why there was none. Source:
 * OpenTelemetry's conventions for HTTP clients.
 */
export function inHttpCall<Result>(
  target: HttpTarget,
  call: (headers: Readonly<Record<string, string>>) => Promise<Result>,
  resultOf: (result: Result) => number | string,
): Promise<Result> {
  const { method, path, expected = [] } = target
  const attributes = attributesOf(target)
  return inSpan(path === undefined ? method : `${method} ${path}`, { kind: 'client', attributes }, async (span) => {
    const result = await call(traceHeaders())
    const outcome = resultOf(result)
    if (typeof outcome === 'number') span.set({ 'http.response.status_code': outcome })
    const isFailure = typeof outcome === 'string' || (outcome >= 400 && !expected.includes(outcome))
    if (isFailure) span.fail(String(outcome))
    return result
  })
}

export interface HttpTarget {
  readonly method: string
  readonly url: string
  /** With `{name}` for what varies. Absent: somebody else's path, which may hold secrets. */
  readonly path?: string
  /** Statuses from 400 on that are usual answers, no failures. */
  readonly expected?: readonly number[]
}

function attributesOf({ method, url, path }: HttpTarget): Attributes {
  const parsed = URL.parse(url)
  if (parsed === null) return { 'http.request.method': method }
  return {
    'http.request.method': method,
    'server.address': parsed.hostname.replace(/^\[|\]$/g, ''),
    'server.port': Number(parsed.port === '' ? defaultPorts.get(parsed.protocol) : parsed.port),
    'url.full': parsed.origin + (path ?? hiddenPath),
    ...(path !== undefined && { 'url.template': path }),
  }
}

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])

const hiddenPath = '/REDACTED'
