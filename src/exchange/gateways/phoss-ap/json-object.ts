/**
 * A JSON object from another program. Any member may be missing or have the wrong type. Texts are
 * safe to store and show: limited in length, without control characters (a database accepts no
 * NUL).
 */
export class JsonObject {
  readonly #members: ReadonlyMap<string, unknown>

  constructor(members: object) {
    this.#members = new Map(Object.entries(members))
  }

  /** Undefined if the bytes are not a JSON object. */
  static read(bytes: Buffer): JsonObject | undefined {
    return JsonObject.of(readJson(bytes))
  }

  static of(value: unknown): JsonObject | undefined {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? new JsonObject(value) : undefined
  }

  #member(name: string): unknown {
    return this.#members.get(name)
  }

  /** Null if it is not a text, or blank. */
  text(name: string): string | null {
    return printableText(this.#member(name))
  }

  is(name: string): boolean {
    return this.#member(name) === true
  }

  /** Null unless it is an integer of 0 or more. */
  count(name: string): number | null {
    const value = this.#member(name)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
  }

  object(name: string): JsonObject | undefined {
    return JsonObject.of(this.#member(name))
  }

  /** The first `max` objects of an array. */
  objects(name: string, max: number): readonly JsonObject[] {
    const value = this.#member(name)
    const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, max) : []
    return items.map(JsonObject.of).filter((item) => item !== undefined)
  }
}

/**
 * The access point's own refusal, which is a JSON string. Null for anything else, which a proxy may
 * have written.
 */
export function refusalText(bytes: Buffer): string | null {
  return printableText(readJson(bytes))
}

/** The error message of any answer; null if it has none. */
export function errorText(bytes: Buffer): string | null {
  const error = JsonObject.of(readJson(bytes))
  return error?.text('error') ?? error?.text('message') ?? printableText(bytes.subarray(0, charactersMax).toString())
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function printableText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const shown = value.slice(0, charactersMax).replace(/\p{Cc}+/gu, ' ')
  return shown.trim() === '' ? null : shown.trim().toWellFormed()
}

const charactersMax = 1_000
