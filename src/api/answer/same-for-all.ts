/**
 * An answer that is the same for everyone, such as the list of all rules. Anybody may ask for it at
 * any time, and many at once, but each service makes it once. After a failure the next request
 * tries again.
 */
export function sameForAll<Parts extends object, Answer>(
  make: (parts: Parts) => Promise<Answer>,
): (parts: Parts) => Promise<Answer> {
  const answers = new WeakMap<Parts, Promise<Answer>>()
  return (parts) => {
    const known = answers.get(parts)
    if (known !== undefined) return known
    const answer = make(parts)
    answers.set(parts, answer)
    answer.catch(() => answers.delete(parts))
    return answer
  }
}
