import type { FeedPage } from '../../../feed/feed.ts'
import { slotsMax } from '../../../store/requests/long-polls.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'

/**
 * Reads again and again until there is something, for `waitMs` at most: at once when a document of
 * the organisation changes in this process, within a second when it changes in another. Ends early,
 * with nothing, when the caller goes away or the service stops. Throws the Fault `polls_exceeded`
 * when the account waits in too many requests already.
 */
export async function awaitEvents(
  call: AccountContext,
  waitMs: number,
  read: () => Promise<FeedPage>,
): Promise<FeedPage> {
  const { account, parts } = call
  const { longPolls } = parts.store
  const until = parts.now() + waitMs
  // A little longer than the wait, for the last look.
  const taken = await longPolls.take(account.id, parts.now(), until + spareMs)
  if ('freeAt' in taken) {
    const seconds = Math.max(1, Math.ceil((taken.freeAt - parts.now()) / 1000))
    throw new Fault('polls_exceeded', [String(slotsMax)], undefined, seconds)
  }
  try {
    return await readUntil(call, until, read)
  } finally {
    await longPolls.giveBack(taken)
  }
}

async function readUntil(call: AccountContext, until: number, read: () => Promise<FeedPage>): Promise<FeedPage> {
  const { account, parts } = call
  const gone = call.gone()
  const { bell } = parts.feed
  for (;;) {
    // Listening before the look: what changes after it ends the nap.
    const nap = new AbortController()
    const stopListening = bell.listen(nap, account.orgId)
    try {
      const page = await read()
      const leftMs = until - parts.now()
      if (page.rows.length > 0 || leftMs <= 0 || gone.aborted || bell.isClosed) return page
      await parts.sleep(Math.min(lookMs, leftMs), AbortSignal.any([nap.signal, gone]))
    } finally {
      stopListening()
    }
  }
}

/** How soon a change in another process is seen. */
const lookMs = 1_000
const spareMs = 2_000
