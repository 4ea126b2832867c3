/**
 * The results of `work` in the order of the items, with at most `atOnceMax` under way; no item is begun once nobody takes results any more.
 * `work` must not reject.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const underway: Promise<Result>[] = []
  let next = 0
  for (;;) {
    while (underway.length < atOnceMax) {
      const item = items[next]
      if (item === undefined) break
      next += 1
      underway.push(work(item))
    }
    const first = underway.shift()
    if (first === undefined) return
    yield await first
  }
}
