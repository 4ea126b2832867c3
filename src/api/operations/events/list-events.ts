import Type from 'typebox'
import { Fault } from '../../../faults.ts'
import { beginning, type Cursor, readCursor, writeCursor } from '../../../feed/cursor.ts'
import { entryOf, FeedEntry } from '../../../feed/entry.ts'
import { limitMax } from '../../../feed/feed.ts'
import { ok } from '../../answer/answers.ts'
import { type Call, operationOf } from '../../operation.ts'
import { awaitEvents } from './await-events.ts'

/**
 * What happened to the documents of the organisation, in one order that never changes: a reader who goes on from `next` sees
 * every change once. With `wait` it is answered as soon as there is something. Source: docs/decisions/0025.
 */
export const listEvents = operationOf({
  id: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'The change feed: what happened to the documents of the organisation, in order',
  description:
    'Whoever goes on from `next` sees every change once. With `wait` it is answered as soon as there is something.',
  scope: 'documents:read',
  query: {
    since: Type.Optional(
      Type.String({
        description: 'A cursor: what comes after it. Absent: from the beginning. `latest`: from now on',
        minLength: 1,
      }),
    ),
    limit: Type.Optional(Type.Integer({ description: 'Events at most', minimum: 1, maximum: limitMax, default: 100 })),
    wait: Type.Optional(
      Type.Integer({ description: 'Seconds to wait for the first event', minimum: 0, maximum: 30, default: 0 }),
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
    const { since, limit, waitSeconds } = askedIn(call)
    const start = since === 'latest' ? await parts.feed.end(account.orgId) : since
    const read = async () => {
      const page = await parts.feed.after(account.orgId, start, limit)
      // Of another feed, or of a time that a restore has undone: nothing may be passed over in silence.
      if (page === undefined) throw new Fault('cursor_unknown')
      return page
    }
    const page = await read()
    const isOver = page.rows.length > 0 || waitSeconds === 0
    const { rows, next, hasMore } = isOver ? page : await awaitEvents(call, waitSeconds * 1000, read)
    return ok({ events: rows.map(entryOf), next: writeCursor(next), has_more: hasMore })
  },
})

/** @throws Fault that names every parameter that is wrong */
function askedIn({ query }: Call): Asked {
  const { since, limit, wait, ...others } = query
  const start = since === undefined ? beginning : since === 'latest' ? since : readCursor(since)
  const limitNumber = wholeNumber(limit, 100, 1, limitMax)
  const waitSeconds = wholeNumber(wait, 0, 0, 30)
  const refusals: [string, string][] = Object.keys(others).map((name) => [name, `There is no parameter ${name}`])
  if (start === undefined) refusals.push(['since', 'since is no cursor of this feed'])
  if (limitNumber === undefined) refusals.push(['limit', `limit must be a whole number from 1 to ${limitMax}`])
  if (waitSeconds === undefined) refusals.push(['wait', 'wait must be a whole number of seconds from 0 to 30'])
  if (start === undefined || limitNumber === undefined || waitSeconds === undefined || refusals.length > 0) {
    throw wrong(refusals)
  }
  return { since: start, limit: limitNumber, waitSeconds }
}

interface Asked {
  readonly since: Cursor | 'latest'
  readonly limit: number
  readonly waitSeconds: number
}

function wrong(refusals: readonly (readonly [string, string])[]): Fault {
  return new Fault(
    'parameter_invalid',
    refusals.slice(0, 1).map(([, message]) => message),
    new Map(refusals),
  )
}

function wholeNumber(text: string | undefined, absent: number, min: number, max: number): number | undefined {
  if (text === undefined) return absent
  const number = /^[0-9]{1,4}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}
