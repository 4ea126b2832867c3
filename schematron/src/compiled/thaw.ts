import { Decimal } from '../decimal.ts'
import type { Frozen } from './freeze.ts'

/**
 * Reads data that `frozen` wrote; the caller knows what it is. The special objects are put into
 * what `JSON.parse` returned: a reviver takes five times as long.
 */
export function thawed<Data>(text: string): Data {
  const shared: unknown[] = []
  const thaw = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (isSpecial(value)) return thawSpecial(value)
    const parts: Record<string, unknown> = Object.assign(value)
    for (const name in parts) {
      const part = parts[name]
      if (typeof part === 'object' && part !== null) parts[name] = thaw(part)
    }
    return value
  }
  const thawSpecial = (value: Special): unknown => {
    switch (value.$) {
      case 'shared':
        // What is shared stands before the places that refer to it, and is read before them.
        shared[value.number] = thaw(value.content)
        return shared[value.number]
      case 'again':
        return shared[value.number]
      case 'set':
        return new Set(value.parts.map(thaw))
      case 'map':
        return new Map(value.parts.map(([key, part]) => [thaw(key), thaw(part)]))
      case 'decimal':
        return Decimal.from(value.text)
      case 'regexp':
        return new RegExp(value.text, value.flags)
      case 'bigint':
        return BigInt(value.text)
      case 'number':
        return Number(value.text)
    }
  }
  const root: { data: Data } = { data: JSON.parse(text) }
  thaw(root)
  return root.data
}

type Special =
  | { readonly $: 'shared'; readonly number: number; readonly content: Frozen }
  | { readonly $: 'again'; readonly number: number }
  | { readonly $: 'set'; readonly parts: readonly Frozen[] }
  | { readonly $: 'map'; readonly parts: readonly (readonly [Frozen, Frozen])[] }
  | { readonly $: 'decimal' | 'bigint' | 'number'; readonly text: string }
  | { readonly $: 'regexp'; readonly text: string; readonly flags: string }

function isSpecial(value: object): value is Special {
  return '$' in value
}
