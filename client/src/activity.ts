import type { DeliveryFilter, ListedRequest, Operations } from './api-types.ts'
import type { Caller } from './caller.ts'

/** The requests of the last 7 days, newest first, page after page. Needs the scope `admin`. */
export async function* readRequests(client: Caller, query: RequestsQuery): AsyncGenerator<ListedRequest> {
  let before = query.before
  do {
    const page = await client.call('listRequests', { query: { ...query, ...(before !== undefined && { before }) } })
    yield* page.requests
    before = page.next ?? undefined
  } while (before !== undefined)
}

export type RequestsQuery = Operations['listRequests']['query']

/**
 * Delivers again everything that matches the filter, call after call, and returns how many
 * deliveries are pending again.
 */
export async function replayDeliveries(client: Caller, webhookId: string, filter: DeliveryFilter): Promise<number> {
  let replayed = 0
  let before = filter.before
  do {
    const answer = await client.call('replayWebhook', {
      params: { webhook_id: webhookId },
      body: { filter: { ...filter, ...(before !== undefined && { before }) } },
    })
    replayed += answer.replayed ?? 0
    before = answer.next ?? undefined
  } while (before !== undefined)
  return replayed
}
