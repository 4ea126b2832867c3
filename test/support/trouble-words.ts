/**
 * Words that adapters search for in a document's texts to recognise a failure, in any case and
 * inside other words.
 */
export const troubleWords = /fail|reject|error|invalid/i

/** Every text of a JSON value with such a word, by its path; members in `except` are skipped. */
export function troubleIn(value: unknown, except: ReadonlySet<string>, path = '$'): readonly string[] {
  if (typeof value === 'string') return troubleWords.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, inside]) =>
    except.has(member) ? [] : troubleIn(inside, except, `${path}.${member}`),
  )
}
