/**
 * The size of an `LRUCache` of up to `count` entries that grows with its use. With `max` alone it
 * reserves the room of all of them when it is made, also where nobody ever uses it.
 */
export function atMost(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 } as const
}
