/**
 * Issues many documents, several at a time, and yields the results in the order of the items. Large
 * documents run one after the other, so that they leave slots for small ones. Stops taking items
 * when the consumer stops reading. `issue` must not reject.
 */
export async function* issueMany<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  issue: (item: Item) => Promise<Result>,
  { atOnceMax, isLarge }: { readonly atOnceMax: number; readonly isLarge: (item: Item) => boolean },
): AsyncGenerator<Result, void, undefined> {
  const underway: Promise<Result>[] = []
  let lastLarge: Promise<unknown> = Promise.resolve()
  for await (const item of items) {
    const result = isLarge(item) ? lastLarge.then(() => issue(item)) : issue(item)
    if (isLarge(item)) lastLarge = result
    underway.push(result)
    if (underway.length < atOnceMax) continue
    const first = underway.shift()
    if (first !== undefined) yield await first
  }
  for (const result of underway) yield await result
}
