/**
 * The texts of a long list, joined: `textAt` writes each. V8 keeps `+=` as a tree of all its parts
 * until the text is read, and the garbage collector copies that tree again and again while it
 * grows. Joined in groups, the parts of a group are garbage at once.
 */
export function joined(count: number, textAt: (at: number) => string): string {
  const groups: string[] = []
  for (let from = 0; from < count; from += groupSize) {
    const texts: string[] = []
    for (let at = from; at < from + groupSize && at < count; at += 1) texts.push(textAt(at))
    groups.push(texts.join(''))
  }
  return groups.length === 1 ? (groups[0] ?? '') : groups.join('')
}

/** Lists up to this length are written with `+=`: their tree is small. */
export const groupSize = 64
