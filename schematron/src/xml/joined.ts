/**
 * The texts of a long list, joined: `write` writes each item. V8 keeps `+=` as a tree of all its
 * parts until the text is read, and the garbage collector copies that tree again and again while it
 * grows. Joined in groups, the parts of a group are garbage at once.
 */
export function joined<Item>(list: readonly Item[], write: (item: Item, at: number) => string): string {
  const groups: string[] = []
  for (let from = 0; from < list.length; from += groupSize) {
    const group = list.slice(from, from + groupSize)
    groups.push(group.map((item, at) => write(item, from + at)).join(''))
  }
  return groups.join('')
}

/** Lists up to this length are written with `+=`: their tree is small. */
export const groupSize = 64
