import type { JsonObject, JsonValue } from '../../json/read.ts'

/**
 * Members of a request that its declaration does not have. In compatibility mode they are taken and
 * left out instead of refused; they are collected here, so that the caller hears of them and the
 * kept request can treat them as text that nobody has checked.
 */
export class Excess {
  readonly #places = new Map<string, Place>()
  readonly #names = new Map<JsonObject, Set<string>>()
  readonly #originals: ReadonlyMap<JsonObject, JsonObject>

  /** `originals`: what was sent in place of objects that were completed before the check. */
  constructor(originals: ReadonlyMap<JsonObject, JsonObject> = new Map()) {
    this.#originals = originals
  }

  /** `path` without the numbers of items: what stands on many lines is one place. */
  add(holder: JsonObject, member: Omit<ExcessMember, 'count'>): void {
    const original = this.#originals.get(holder) ?? holder
    const names = this.#names.get(original) ?? new Set()
    this.#names.set(original, names.add(member.name))
    const key = member.path.replaceAll(/\[[0-9]+\]/g, '[]')
    const known = this.#places.get(key)
    if (known !== undefined) known.count += 1
    else if (this.#places.size < placesMax) this.#places.set(key, { ...member, count: 1 })
  }

  /** Each place once, with its first member; at most 100. */
  get members(): readonly ExcessMember[] {
    return [...this.#places.values()]
  }

  /** Whether the member of that object, as it was sent, is one of them. */
  holds(holder: JsonObject, name: string): boolean {
    return this.#names.get(holder)?.has(name) === true
  }
}

export interface ExcessMember {
  /** `document_lines[0].colour` */
  readonly path: string
  readonly name: string
  readonly value: JsonValue
  /** A member of the answer, which the service computes itself. */
  readonly isOfAnswer: boolean
  /** How often it stands in its place: on how many lines. */
  readonly count: number
}

type Place = { -readonly [Member in keyof ExcessMember]: ExcessMember[Member] }

const placesMax = 100
