import type { FeedEntry } from './api-types.ts'
import type { Caller } from './caller.ts'

/**
 * The events of the change feed, endlessly; each request waits at the service for the next event.
 */
export async function* readEvents(
  client: Caller,
  { since, signal, waitSeconds = 30 }: EventsOptions,
): AsyncGenerator<FeedEntry, void, undefined> {
  let cursor = since
  while (signal?.aborted !== true) {
    const page = await client
      .call('listEvents', {
        query: { wait: waitSeconds, ...(cursor === undefined ? {} : { since: cursor }) },
        ...(signal === undefined ? {} : { signal }),
      })
      .catch((error: unknown) => {
        if (signal?.aborted === true) return undefined
        throw error
      })
    if (page === undefined) return
    yield* page.items
    cursor = page.next
  }
}

export interface EventsOptions {
  /**
   * The cursor of the last event you handled, or `latest`; without it, from the beginning. Store it
   * with your data.
   */
  readonly since?: string
  readonly signal?: AbortSignal
  /** How many seconds a request waits for the next event, at most 30. */
  readonly waitSeconds?: number
}
