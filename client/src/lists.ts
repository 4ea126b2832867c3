import type { OperationId, Operations } from './api-types.ts'
import type { CallArguments, Caller, CallInput } from './caller.ts'

/** Every item of a list, page after page: `next` of each answer is the `cursor` of the next. */
export async function* readList<Id extends ListId>(
  client: Caller,
  id: Id,
  input: CallInput<Id> | undefined,
): AsyncGenerator<ItemOf<Id>, void, undefined> {
  let cursor: string | null | undefined
  do {
    const query = { ...input?.query, ...(cursor !== undefined && { cursor }) }
    const page: AnyList = await client.call(id, ...([{ ...input, query }] as unknown as CallArguments<Id>))
    yield* page.items as readonly ItemOf<Id>[]
    cursor = page.next
  } while (cursor !== null)
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
