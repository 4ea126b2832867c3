import autocannon, { type Request, type Result } from 'autocannon'
import type { RunningService } from '../../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { type ThreadTimes, threadTimesOf } from '../thread-times.ts'

/** A purchase invoice of ten lines, as a request and as its JSON. */
export const request = aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) })
export const body = jsonOf(request)

let bodies = 0

/** The same with another quantity each time: equal documents get a warning (docs/decisions/0123). */
function nextBody(): string {
  bodies += 1
  return body.replace('"quantity":2,', `"quantity":${2 + bodies},`)
}

/** How many callers create at once, each waiting for its answer. */
export const connections = 64

/** One document in each request, or a batch of them. */
export type CreateKind = 'single' | 'batch'

const batchSize = 100
const batchConnections = 4

/** Creates as `sendCreates` does, for some seconds. */
export async function underLoad(
  service: RunningService,
  made: readonly StoredTenant[],
  { kind, seconds }: { readonly kind: CreateKind; readonly seconds: number },
): Promise<LoadFigures> {
  const before = threadTimesOf(service.pid)
  const { creates, result } = await sendCreates(service, made, kind, { seconds })
  return {
    perSecond: creates / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    ...cpuOf(before, threadTimesOf(service.pid), creates),
  }
}

/**
 * Creates over HTTP as fast as the service answers, from many callers at once, for some seconds or
 * until so many documents are stored. Returns how many those were, and how long they took until the
 * last answer.
 */
export async function sendCreates(
  { address }: RunningService,
  made: readonly StoredTenant[],
  kind: CreateKind,
  until: { readonly seconds: number } | { readonly creates: number },
): Promise<{ readonly creates: number; readonly tookMs: number; readonly result: Result }> {
  const isBatch = kind === 'batch'
  // Autocannon ends at a full second; the last answer may have come long before.
  const began = performance.now()
  let answeredAt = began
  const onResponse = () => {
    answeredAt = performance.now()
  }
  const documents = isBatch ? batchSize : 1
  const result = await autocannon({
    url: address,
    connections: isBatch ? batchConnections : connections,
    // A machine that does other work too must not fail it.
    timeout: 120,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.creates / documents }),
    requests: made.map(({ profileId, token }) => ({
      method: 'POST' as const,
      path: `/api/purchase-invoices/${profileId}${isBatch ? '/batch' : ''}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isBatch ? 'application/x-ndjson' : 'application/json',
      },
      onResponse,
      setupRequest: (request: Request) => ({ ...request, body: isBatch ? nextBatch() : nextBody() }),
    })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
  return { creates: result['2xx'] * documents, tookMs: answeredAt - began, result }
}

export interface LoadFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the service for each create, all threads. */
  readonly cpuMs: number
  /** The part of its main thread. */
  readonly mainMs: number
}

function nextBatch(): string {
  return Array.from({ length: batchSize }, () => nextBody().replaceAll('\n', ' ')).join('\n')
}

function cpuOf(before: ThreadTimes, after: ThreadTimes, creates: number) {
  let [cpuMs, mainMs] = [0, 0]
  for (const [id, { ms, isMain }] of after) {
    const spent = (ms - (before.get(id)?.ms ?? 0)) / creates
    cpuMs += spent
    if (isMain) mainMs += spent
  }
  return after.size === 0 ? { cpuMs: Number.NaN, mainMs: Number.NaN } : { cpuMs, mainMs }
}
