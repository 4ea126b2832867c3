import type { FeedPage } from '../../../feed/feed.ts'
import { releaseLongPoll, slotsMax, takeLongPoll } from '../../../store/requests/long-polls.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import type { Basics, Feeding, Waiting } from '../../parts.ts'

/**
 * Polls the feed until there is an event, for at most `waitMs`: at once after a change in this
 * process, within a second after a change in another. Ends early and empty when the caller
 * disconnects or the service stops. Throws the Fault `polls_exceeded` when the account has too many
 * long polls.
 */
export async function awaitEvents(
  call: AccountContext<PollNeeds>,
  waitMs: number,
  read: () => Promise<FeedPage>,
): Promise<FeedPage> {
  const { account, parts } = call
  const { database } = parts.store
  const until = parts.now() + waitMs
  // A little longer than the wait, for the last read.
  const taken = await takeLongPoll(database, account.id, parts.now(), until + slackMs)
  if ('freeAt' in taken) {
    const seconds = Math.max(1, Math.ceil((taken.freeAt - parts.now()) / 1000))
    throw new Fault('polls_exceeded', { max: slotsMax }, undefined, seconds)
  }
  try {
    return await readUntil(call, until, read)
  } finally {
    await releaseLongPoll(database, taken)
  }
}

async function readUntil(
  call: AccountContext<PollNeeds>,
  until: number,
  read: () => Promise<FeedPage>,
): Promise<FeedPage> {
  const { account, parts } = call
  const gone = call.gone()
  const { bell } = parts.feed
  for (;;) {
    // Listens before it reads, so that a change after the read ends the sleep.
    const nap = new AbortController()
    const stopListening = bell.listen(nap, account.orgId)
    try {
      const page = await read()
      const leftMs = until - parts.now()
      if (page.rows.length > 0 || leftMs <= 0 || gone.aborted || bell.isClosed) return page
      await parts.sleep(Math.min(pollMs, leftMs), AbortSignal.any([nap.signal, gone]))
    } finally {
      stopListening()
    }
  }
}

type PollNeeds = Basics & Feeding & Waiting

/** How soon a change in another process is seen. */
const pollMs = 1_000
const slackMs = 2_000
