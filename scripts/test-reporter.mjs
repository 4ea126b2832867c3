// What `npm test` prints: what the tests themselves say on standard output, every failure in full, and one closing line.
import { inspect } from 'node:util'

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type === 'test:stdout') yield data.message
    else if (type === 'test:fail' && isFailureItself(data)) {
      const place = data.file === undefined ? '' : ` (${data.file}:${data.line ?? 0})`
      yield `\n✖ ${data.name}${place}\n${inspect(data.details.error.cause ?? data.details.error, { depth: 6 })}\n`
    } else if (type === 'test:summary' && data.file === undefined) {
      const { passed, failed, cancelled, skipped } = data.counts
      yield `\n${skipped} skipped, ${(data.duration_ms / 1000).toFixed(0)} s\n`
      yield `${passed} passed, ${failed + cancelled} failed\n`
    }
  }
}

/** A suite fails because a test in it did; only the test is worth telling. */
function isFailureItself(data) {
  return data.details?.error?.failureType !== 'subtestsFailed'
}
