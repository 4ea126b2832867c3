import { Decimal } from '@selfbill/schematron/decimal'
import type { JsonObject, JsonValue } from '../json/read.ts'

/** A stored object for display: members by path, as text; undefined or empty when absent. */
export class DocumentView {
  readonly #object: JsonObject

  constructor(object: JsonObject) {
    this.#object = object
  }

  /**
   * `text('postal_address', 'city_name')`; a number keeps its exact digits; undefined when absent.
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

  object(...path: readonly string[]): DocumentView | undefined {
    const value = this.#at(path)
    return value instanceof Map ? new DocumentView(value) : undefined
  }

  isTrue(...path: readonly string[]): boolean {
    return this.#at(path) === true
  }

  /** Whether it has no members. */
  get isEmpty(): boolean {
    return this.#object.size === 0
  }

  /** The objects of a list; empty when absent. */
  list(...path: readonly string[]): readonly DocumentView[] {
    const value = this.#at(path)
    if (!Array.isArray(value)) return []
    return value.flatMap((item: JsonValue) => (item instanceof Map ? [new DocumentView(item)] : []))
  }

  /** The texts of a list; empty when absent. */
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
 * Removes bidirectional control characters, which could show a reader digits in another order than
 * they were sent.
 */
function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
