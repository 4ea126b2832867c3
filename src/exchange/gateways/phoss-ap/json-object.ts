/**
 * A JSON object that another program wrote, of which anything may be missing or of another type
 * than it should be. What is read of it is fit to be stored and shown: bounded, without control
 * characters (a database takes no NUL).
 */
export class JsonObject {
  readonly #members: ReadonlyMap<string, unknown>

  constructor(members: object) {
    this.#members = new Map(Object.entries(members))
  }

  /** Undefined when the bytes are no JSON object. */
  static read(bytes: Buffer): JsonObject | undefined {
    return JsonObject.of(readJson(bytes))
  }

  static of(value: unknown): JsonObject | undefined {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? new JsonObject(value) : undefined
  }

  #member(name: string): unknown {
    return this.#members.get(name)
  }

  /** Null when it is no text, or blank. */
  text(name: string): string | null {
    return shownText(this.#member(name))
  }

  is(name: string): boolean {
    return this.#member(name) === true
  }

  /** Null unless it is a whole number that is not negative. */
  count(name: string): number | null {
    const value = this.#member(name)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
  }

  object(name: string): JsonObject | undefined {
    return JsonObject.of(this.#member(name))
  }

  /** The objects of an array, at most `max`. */
  objects(name: string, max: number): readonly JsonObject[] {
    const value = this.#member(name)
    const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, max) : []
    return items.map(JsonObject.of).filter((item) => item !== undefined)
  }
}

/**
 * A refusal of the access point's own: a JSON string; null for anything else, which somebody on the
 * way may have said.
 */
export function spokenSentence(bytes: Buffer): string | null {
  return shownText(readJson(bytes))
}

/** Whatever an answer says; null when it says nothing. */
export function spokenText(bytes: Buffer): string | null {
  const error = JsonObject.of(readJson(bytes))
  return error?.text('error') ?? error?.text('message') ?? shownText(bytes.subarray(0, charactersMax).toString())
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function shownText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const shown = value.slice(0, charactersMax).replace(/\p{Cc}+/gu, ' ')
  return shown.trim() === '' ? null : shown.trim().toWellFormed()
}

const charactersMax = 1_000
