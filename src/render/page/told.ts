import { Decimal } from '../../decimal/decimal.ts'
import type { JsonObject, JsonValue } from '../../json/read.ts'

/**
 * A stored object as it is told to people: its members by path, as text, and nothing where there is
 * nothing.
 */
export class Told {
  readonly #object: JsonObject

  constructor(object: JsonObject) {
    this.#object = object
  }

  /**
   * `text('postal_address', 'city_name')`; a number is its exact digits; undefined when it is
   * absent.
   */
  text(...path: readonly string[]): string | undefined {
    const value = this.#at(path)
    if (value instanceof Decimal) return value.toString()
    return typeof value === 'string' ? withoutDirections(value) : undefined
  }

  decimal(...path: readonly string[]): Decimal | undefined {
    const value = this.#at(path)
    return value instanceof Decimal ? value : undefined
  }

  object(...path: readonly string[]): Told | undefined {
    const value = this.#at(path)
    return value instanceof Map ? new Told(value) : undefined
  }

  /** The objects of a list; empty when there is none. */
  list(...path: readonly string[]): readonly Told[] {
    const value = this.#at(path)
    if (!Array.isArray(value)) return []
    return value.flatMap((item: JsonValue) => (item instanceof Map ? [new Told(item)] : []))
  }

  /** The texts of a list; empty when there is none. */
  texts(...path: readonly string[]): readonly string[] {
    const value = this.#at(path)
    return Array.isArray(value)
      ? value.flatMap((item: JsonValue) => (typeof item === 'string' ? [withoutDirections(item)] : []))
      : []
  }

  #at(path: readonly string[]): JsonValue | undefined {
    let value: JsonValue | undefined = this.#object
    for (const name of path) {
      if (!(value instanceof Map)) return undefined
      value = value.get(name)
    }
    return value
  }
}

/**
 * Without the characters that turn text around: they could make a reader see other digits than
 * those that were sent.
 */
function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
