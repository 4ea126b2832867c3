import { answerObject, optional, Type } from '@selfbill/pint-ae/document'
import { type Writable, writeJson } from '@selfbill/pint-ae/json'
import type { TSchema } from 'typebox'
import { wholeNumber } from './parameters.ts'

/** `page` and `size` of every list. Source: docs/contract.md#operations. */
export const pageParameters = {
  page: optional(wholeNumber({ min: 0, max: 1_000_000_000 })),
  size: optional(wholeNumber({ min: 1, max: 100 })),
}

export const defaultSize = 10

/** A page of items, with its name in OpenAPI. */
export function pageOf<Item extends TSchema>(name: string, item: Item) {
  return answerObject(name, {
    content: Type.Array(item),
    page_number: Type.Integer(),
    total_pages: Type.Integer(),
    total_elements: Type.Integer(),
    total_is_exact: Type.Optional(Type.Literal(false)),
  })
}

/** The text before and after the items of a page. */
export function pageFrame(paged: Paged): { readonly before: string; readonly after: string } {
  return { before: '{"content":[', after: `],${writeJson(pageTail(paged)).slice(1)}` }
}

export interface Paged {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly isTotalExact?: boolean
}

/** A page with its items in memory. */
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
