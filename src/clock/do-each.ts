/**
 * Does the work for each item in turn. A failure does not stop the others: they are done before
 * this rejects with all errors together.
 */
export async function doEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  messageOf: (failures: number) => string,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, messageOf(failures.length))
}
