import Type, { type TSchema } from 'typebox'
import { optional } from '../../document/declaration/declare.ts'
import { type Writable, writeJson } from '../../json/write.ts'
import { wholeNumber } from './parameters.ts'

/** `page` and `size` of every list. Source: docs/contract.md#operations. */
export const pageParameters = {
  page: optional(wholeNumber({ min: 0, max: 1_000_000_000, description: 'From 0, which is the default' })),
  size: optional(wholeNumber({ min: 1, max: 100, description: 'Items of a page; 10 unless said otherwise' })),
}

export const sizeUsual = 10

/** A page of items as OpenAPI describes it. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    content: Type.Array(item),
    page_number: Type.Integer(),
    total_pages: Type.Integer(),
    total_elements: Type.Integer({ description: 'Exact up to 10,000' }),
    total_is_exact: Type.Optional(
      Type.Literal(false, {
        description: 'There are more than total_elements and total_pages say; absent when they are exact',
      }),
    ),
  })
}

/** What stands around the items of a page: `{"content":[` … the rest. */
export function pageAround(paged: Paged): { readonly before: string; readonly after: string } {
  return { before: '{"content":[', after: `],${writeJson(pageTail(paged)).slice(1)}` }
}

export interface Paged {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly isTotalExact?: boolean
}

/** A page whose items are at hand. */
export function pageBody<Item extends Writable>(content: readonly Item[], paged: Paged) {
  return { content, ...pageTail(paged) }
}

function pageTail({ page, size, total, isTotalExact = true }: Paged) {
  return {
    page_number: page,
    total_pages: Math.ceil(total / size),
    total_elements: total,
    ...(!isTotalExact && { total_is_exact: false as const }),
  }
}
