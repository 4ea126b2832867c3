import Type from 'typebox'
import { optional } from '../../../document/declaration/declare.ts'
import { beginning, writeCursor } from '../../../feed/cursor.ts'
import { entryOf, FeedEntry } from '../../../feed/entry.ts'
import { limitMax } from '../../../feed/feed.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { awaitEvents } from './await-events.ts'
import { cursorParameter } from './cursor-parameter.ts'

const limitUsual = 100

/**
 * What happened to the documents of the organisation, in one order that never changes: a reader who
 * goes on from `next` sees every change once. With `wait` it is answered as soon as there is
 * something. Source: docs/decisions/0025.
 */
export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'The change feed: what happened to the documents of the organisation, in order',
  description:
    'Whoever goes on from `next` sees every change once. With `wait` it is answered as soon as there is something.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    since: optional(
      notBlank(
        cursorParameter('A cursor: what comes after it. Absent: from the beginning. `latest`: from now on', ['latest']),
      ),
    ),
    limit: optional(
      notBlank(wholeNumber({ min: 1, max: limitMax, default: limitUsual, description: 'Events at most' })),
    ),
    wait: optional(
      notBlank(wholeNumber({ min: 0, max: 30, default: 0, description: 'Seconds to wait for the first event' })),
    ),
  },
  answers: {
    200: {
      description: 'The events, oldest first; none when nothing has happened since',
      type: 'application/json',
      schema: Type.Object({
        events: Type.Array(FeedEntry),
        next: Type.String({ description: 'The cursor to go on from' }),
        has_more: Type.Boolean({ description: 'There are more already' }),
      }),
    },
  },
  faults: ['parameter_invalid', 'cursor_unknown', 'polls_exceeded'],
  async handle(call) {
    const { account, parts } = call
    const { since = beginning, limit = limitUsual, wait: waitSeconds = 0 } = call.query
    const start = since === 'latest' ? await parts.feed.end(account.orgId) : since
    const read = async () => {
      const page = await parts.feed.after(account.orgId, start, limit)
      // Of another feed, or of a time that a restore has undone: nothing may be passed over in
      // silence.
      if (page === undefined) throw new Fault('cursor_unknown')
      return page
    }
    const page = await read()
    const isOver = page.rows.length > 0 || waitSeconds === 0
    const { rows, next, hasMore } = isOver ? page : await awaitEvents(call, waitSeconds * 1000, read)
    return ok({ events: rows.map(entryOf), next: writeCursor(next), has_more: hasMore })
  },
})
