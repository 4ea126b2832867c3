import { leaf, Problem } from '../../../document/declaration/declare.ts'
import { type Cursor, readCursor } from '../../../feed/cursor.ts'
import { message } from '../../../messages/message.ts'

/** A cursor of the feed in a query, or one of `words` in its place. */
export function cursorParameter<const Word extends string = never>(description: string, words: readonly Word[] = []) {
  return leaf<Cursor | Word>({ type: 'string', description, minLength: 1 }, (value, field) => {
    const word = words.find((one) => one === value)
    const cursor = word ?? (typeof value === 'string' ? readCursor(value) : undefined)
    return cursor ?? new Problem(message('not_a_feed_cursor', { field }))
  })
}
