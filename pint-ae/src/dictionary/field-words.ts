import type { Texts } from '../messages/texts.ts'

/**
 * What a reader of the API must know about a field: its meaning, unit and format, who sets it, and
 * what happens when it is left out. In English and Arabic side by side, without the full stop at
 * the end. In Arabic, backticks enclose text that runs left to right.
 */
export interface FieldWords extends Texts {
  /** A value that the field may have. */
  readonly example?: string | number
}

/**
 * Rows by the name of the schema, then by field. A key may name several schemas, separated by
 * blanks. The rows of `everywhere` belong to every schema that has no row of its own: names with
 * one meaning are described once. Parameters stand by the id of their operation, or under
 * `parameters`.
 */
export type FieldTable = Readonly<Record<string, Readonly<Record<string, FieldWords>>>>

/** The rows of several tables, by schema and field. */
export class Dictionary {
  readonly #rows = new Map<string, FieldWords>()

  /** Throws for a field with two rows. */
  constructor(tables: readonly FieldTable[]) {
    for (const [schemas, fields] of tables.flatMap((table) => Object.entries(table))) {
      for (const schema of schemas.split(' ')) {
        for (const [field, words] of Object.entries(fields)) this.#add(`${schema}.${field}`, words)
      }
    }
  }

  /** Undefined when nobody has described the field. */
  wordsOf(schema: string, field: string): FieldWords | undefined {
    return this.#rows.get(`${schema}.${field}`) ?? this.#rows.get(`${everywhere}.${field}`)
  }

  /** The same for a parameter of an operation. */
  wordsOfParameter(operation: string, name: string): FieldWords | undefined {
    return this.#rows.get(`${operation}.${name}`) ?? this.#rows.get(`${parameters}.${name}`)
  }

  /** Every row by `Schema.field`, or `everywhere.field`. */
  rows(): ReadonlyMap<string, FieldWords> {
    return this.#rows
  }

  #add(key: string, words: FieldWords): void {
    if (this.#rows.has(key)) throw new Error(`${key} is described twice`)
    this.#rows.set(key, words)
  }
}

export const everywhere = 'everywhere'

/** The same for parameters. */
const parameters = 'parameters'
