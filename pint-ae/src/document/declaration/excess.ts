import type { JsonObject, JsonValue } from '../../json/read.ts'

/**
 * Undeclared members of a request. Compatibility mode leaves them out instead of refusing them.
 * They are collected for warnings, and so that the stored request treats them as unchecked text.
 */
export class Excess {
  readonly #places = new Map<string, Place>()
  readonly #names = new Map<JsonObject, Set<string>>()
  readonly #originals: ReadonlyMap<JsonObject, JsonObject>

  /** `originals`: completed copies and the sent objects that they replace. */
  constructor(originals: ReadonlyMap<JsonObject, JsonObject> = new Map()) {
    this.#originals = originals
  }

  /** Groups by `path` without list indexes: a member on many lines counts as one place. */
  add(holder: JsonObject, member: Omit<ExcessMember, 'count'>): void {
    const original = this.#originals.get(holder) ?? holder
    const names = this.#names.get(original) ?? new Set()
    this.#names.set(original, names.add(member.name))
    const key = member.path.replaceAll(/\[[0-9]+\]/g, '[]')
    const known = this.#places.get(key)
    if (known !== undefined) known.count += 1
    else if (this.#places.size < placesMax) this.#places.set(key, { ...member, count: 1 })
  }

  /** One member for each place, at most 100. */
  get members(): readonly ExcessMember[] {
    return [...this.#places.values()]
  }

  /** Whether the member of this sent object is undeclared. */
  holds(holder: JsonObject, name: string): boolean {
    return this.#names.get(holder)?.has(name) === true
  }
}

export interface ExcessMember {
  /** `document_lines[0].colour` */
  readonly path: string
  readonly name: string
  readonly value: JsonValue
  /** A member of answers, which the service computes itself. */
  readonly isOfAnswer: boolean
  /** The number of occurrences, for example on several lines. */
  readonly count: number
}

type Place = { -readonly [Member in keyof ExcessMember]: ExcessMember[Member] }

const placesMax = 100
