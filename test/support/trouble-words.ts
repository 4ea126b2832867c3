/**
 * What adapters look for in the texts of a document to recognise one in trouble, in any case and
 * inside other words.
 */
export const troubleWords = /fail|reject|error|invalid/i

/**
 * Every text of a JSON value that holds such a word, with its path; members called one of `except`
 * are passed over.
 */
export function troubleIn(value: unknown, except: ReadonlySet<string>, path = '$'): readonly string[] {
  if (typeof value === 'string') return troubleWords.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, inside]) =>
    except.has(member) ? [] : troubleIn(inside, except, `${path}.${member}`),
  )
}
