import { answerObject, optional, Type } from '@selfbill/pint-ae/document'
import { beginning, writeCursor } from '../../../feed/cursor.ts'
import { entryOf, FeedEntry } from '../../../feed/entry.ts'
import { limitMax } from '../../../feed/feed.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Feeding, Waiting } from '../../parts.ts'
import { listMembers } from '../../request/lists.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { awaitEvents } from './await-events.ts'
import { cursorParameter } from './cursor-parameter.ts'

const defaultLimit = 100

/** `next` is never null: the feed goes on, and `since` is a place in it. */
const FeedPage = answerObject('FeedPage', {
  ...listMembers(FeedEntry),
  next: Type.String(),
  has_more: Type.Boolean(),
})

/**
 * The changes of the organisation's documents, in one order that never changes: a reader who
 * continues from `next` sees every change once. With `wait` the answer comes as soon as there is an
 * event. Source: docs/decisions/0025.
 */
export const listEvents = operationWith<Basics & Feeding & Waiting>()({
  id: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: "Read the change feed: every change of your organisation's documents, in order",
  description:
    'Continue from `next` to see every change once. With `wait` the answer comes as soon as there is an event.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    since: optional(notBlank(cursorParameter(['latest']))),
    limit: optional(notBlank(wholeNumber({ min: 1, max: limitMax, default: defaultLimit }))),
    wait: optional(notBlank(wholeNumber({ min: 0, max: 30, default: 0 }))),
  },
  answers: {
    200: {
      description: 'The events, oldest first; empty when nothing has happened since',
      type: 'application/json',
      schema: FeedPage,
    },
  },
  faults: ['parameter_invalid', 'cursor_unknown', 'polls_exceeded'],
  async handle(call) {
    const { account, parts } = call
    const { since = beginning, limit = defaultLimit, wait: waitSeconds = 0 } = call.query
    const start = since === 'latest' ? await parts.feed.end(account.orgId) : since
    const read = async () => {
      const page = await parts.feed.after(account.orgId, start, limit)
      // A cursor of another feed, or from a time that a restore has undone: events must not be
      // skipped silently.
      if (page === undefined) throw new Fault('cursor_unknown')
      return page
    }
    const page = await read()
    const isOver = page.rows.length > 0 || waitSeconds === 0
    const { rows, next, hasMore } = isOver ? page : await awaitEvents(call, waitSeconds * 1000, read)
    return ok({ items: rows.map(entryOf), next: writeCursor(next), has_more: hasMore })
  },
})
