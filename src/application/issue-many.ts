/**
 * Issues many documents, several at a time, and yields the results in the order of the items. Large
 * ones go one after the other, so that they do not crowd out each other. Stops taking items when
 * the results are no longer read. `issue` must not reject.
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
