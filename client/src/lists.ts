import type { OperationId, Operations } from './api-types.ts'

/** Every item of a list, page after page: `next` of each answer is the `cursor` of the next. */
export async function* readList<Item>(
  read: (place: { readonly cursor?: string }) => Promise<ListAnswer<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await read({})
  yield* page.items
  while (page.next !== null) {
    page = await read({ cursor: page.next })
    yield* page.items
  }
}

/** Operations that answer a list. The change feed, which never ends, is `events`. */
export type ListId = { [Id in OperationId]: Operations[Id]['answer'] extends AnyList ? Ends<Id> : never }[OperationId]

export type ItemOf<Id extends ListId> = Operations[Id]['answer'] extends ListAnswer<infer Item> ? Item : never

interface ListAnswer<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

type AnyList = ListAnswer<unknown>
type Ends<Id extends OperationId> = Operations[Id]['answer'] extends { readonly next: string } ? never : Id
