import { leaf, Problem } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { type Cursor, readCursor } from '../../../feed/cursor.ts'

/** A cursor of the feed in a query, or one of `words` in its place. */
export function cursorParameter<const Word extends string = never>(words: readonly Word[] = []) {
  return leaf<Cursor | Word>({ type: 'string', minLength: 1 }, (value, field) => {
    const word = words.find((one) => one === value)
    const cursor = word ?? (typeof value === 'string' ? readCursor(value) : undefined)
    return cursor ?? new Problem(message('must_be_feed_cursor', { field }))
  })
}
