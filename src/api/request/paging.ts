import Type, { type TSchema } from 'typebox'
import { optional } from '../../document/declaration/declare.ts'
import { RawJson, type Writable, writeJson } from '../../json/write.ts'
import { wholeNumber } from './query.ts'

/** `page` and `size` of every list. Source: decisions §4. */
export const pageParameters = {
  page: optional(wholeNumber({ min: 0, max: 1_000_000_000, description: 'From 0, which is the default' })),
  size: optional(wholeNumber({ min: 1, max: 100, description: 'Items of a page; 10 unless said otherwise' })),
}

export const sizeUsual = 10

/** A page of items as OpenAPI describes it. */
export function pageOf(item: TSchema) {
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
export function pageAround({ page, size, total, isTotalExact = true }: Paged): {
  readonly before: string
  readonly after: string
} {
  const tail = writeJson({
    page_number: page,
    total_pages: Math.ceil(total / size),
    total_elements: total,
    ...(!isTotalExact && { total_is_exact: false }),
  })
  return { before: '{"content":[', after: `],${tail.slice(1)}` }
}

export interface Paged {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly isTotalExact?: boolean
}

/** A page whose items are at hand. */
export function pageBody(items: readonly Writable[], paged: Paged): RawJson {
  const { before, after } = pageAround(paged)
  return new RawJson(`${before}${items.map(writeJson).join(',')}${after}`)
}
