import { Decimal } from '../decimal.ts'
import type { Frozen } from './freeze.ts'

/** Reads data that `frozen` wrote; the caller knows what it is. */
export function thawed<Data>(text: string): Data {
  const shared: unknown[] = []
  return JSON.parse(text, (_, value: Frozen | Special) => {
    if (typeof value !== 'object' || value === null || !isSpecial(value)) return value
    switch (value.$) {
      case 'shared':
        // What is shared stands before the places that refer to it, and is read before them.
        shared[value.number] = value.content
        return value.content
      case 'again':
        return shared[value.number]
      case 'set':
        return new Set(value.parts)
      case 'map':
        return new Map(value.parts)
      case 'decimal':
        return Decimal.from(value.text)
      case 'regexp':
        return new RegExp(value.text, value.flags)
      case 'bigint':
        return BigInt(value.text)
      case 'number':
        return Number(value.text)
    }
  })
}

/** Its parts are read before it. */
type Special =
  | { readonly $: 'shared'; readonly number: number; readonly content: unknown }
  | { readonly $: 'again'; readonly number: number }
  | { readonly $: 'set'; readonly parts: readonly unknown[] }
  | { readonly $: 'map'; readonly parts: readonly (readonly [unknown, unknown])[] }
  | { readonly $: 'decimal' | 'bigint' | 'number'; readonly text: string }
  | { readonly $: 'regexp'; readonly text: string; readonly flags: string }

function isSpecial(value: object): value is Special {
  return '$' in value
}
