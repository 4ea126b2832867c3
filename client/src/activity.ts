import type { DeliveryFilter } from './api-types.ts'
import type { Caller } from './caller.ts'

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
