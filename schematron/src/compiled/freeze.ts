import { Decimal } from '../decimal.ts'

/**
 * Data of a compiled schema as JSON text, for a module that is written to a file; `thawed` reads it
 * back. Knows maps, sets, decimals and regular expressions. What is one object in two places stays
 * one. Members that are undefined are left out.
 *
 * @throws TypeError for anything else that is no plain data
 */
export function frozen(value: unknown): string {
  return JSON.stringify(new Freezer(value).freeze(value))
}

/** JSON. An object with the member `$` is no plain object: the member says what it is. */
export type Frozen =
  | null
  | string
  | number
  | boolean
  | readonly Frozen[]
  | { readonly [member: string]: Frozen | undefined }

class Freezer {
  /** The objects in more than one place, each with its number once it is written. */
  readonly #shared = new Map<object, number | undefined>()
  #written = 0

  constructor(root: unknown) {
    const seen = new Set<object>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if (seen.has(value)) {
        this.#shared.set(value, undefined)
        return
      }
      seen.add(value)
      for (const part of partsOf(value)) visit(part)
    }
    visit(root)
  }

  freeze(value: unknown): Frozen {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value
    if (typeof value === 'number') return { $: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
    if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be written`)
    if (!this.#shared.has(value)) return this.#contentOf(value)
    const known = this.#shared.get(value)
    if (known !== undefined) return { $: 'again', number: known }
    const number = this.#written
    this.#written += 1
    this.#shared.set(value, number)
    return { $: 'shared', number, content: this.#contentOf(value) }
  }

  #contentOf(value: object): Frozen {
    if (Array.isArray(value)) return value.map((part: unknown) => this.freeze(part))
    if (value instanceof Decimal) return { $: 'decimal', text: value.toString() }
    if (value instanceof RegExp) return { $: 'regexp', text: value.source, flags: value.flags }
    if (value instanceof Set) return { $: 'set', parts: [...value].map((part) => this.freeze(part)) }
    if (value instanceof Map)
      return { $: 'map', parts: [...value].map(([key, part]) => [this.freeze(key), this.freeze(part)]) }
    if (Object.getPrototypeOf(value) !== Object.prototype || '$' in value)
      throw new TypeError(`${value.constructor.name} cannot be written`)
    const members = Object.entries(value).filter(([, part]) => part !== undefined)
    return Object.fromEntries(members.map(([name, part]: [string, unknown]) => [name, this.freeze(part)]))
  }
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return [...value.keys(), ...value.values()]
  if (value instanceof Set || Array.isArray(value)) return value
  return value instanceof Decimal || value instanceof RegExp ? [] : Object.values(value)
}
