import type { SchematronFile, SchematronSource } from './engine.ts'
import { compileSchema } from './engine.ts'
import { Schema } from './schema.ts'

/**
 * Compiles one or several schemas for use on any number of documents.
 *
 * @throws SchematronError for a schema that is wrong or not supported, naming the file, the rule
 *   and the place
 */
export function compile(sources: Source | readonly Source[], options: Options = {}): Schema {
  const { phase, parameters, load, resolve, baseUri } = options
  const all: readonly Source[] = typeof sources === 'string' || !isMany(sources) ? [sources] : sources
  const files = all.map((source) => (typeof source === 'string' ? { name: baseUri ?? 'schema', text: source } : source))
  const now = options.now ?? (() => new Date())
  return new Schema(
    compileSchema(files, {
      now,
      ...(phase === undefined ? {} : { phase }),
      ...(parameters === undefined ? {} : { parameters }),
      ...(load === undefined ? {} : { load }),
      ...(resolve === undefined ? {} : { resolve }),
    }),
    phase,
  )
}

/** The text of a schema; or a file with its name, as text or as bytes in any encoding. */
export type Source = string | { readonly name: string; readonly text: string } | SchematronFile

export interface Options {
  /** The id of a phase, or `#ALL`. Without it the default phase of the schema, else all patterns. */
  readonly phase?: string
  /** Texts that replace the values of the schema's variables of these names. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The name of a schema that is given as a text, from which `load` finds other files. */
  readonly baseUri?: string
  /**
   * Finds a file of the schema, for an `include`, an `extends` or a `document()`: `href` as written in
   * the file `from`. `filesIn` reads them from a folder. Without it such a schema does not compile.
   */
  readonly load?: (href: string, from: string) => SchematronSource | SchematronFile | undefined
  /**
   * Finds any other file that `doc()` or `document()` names: an address, or a path out of the schema's
   * folder. Without it such a schema does not compile.
   */
  readonly resolve?: (href: string, from: string) => SchematronSource | SchematronFile | undefined
  /** The clock of `current-date()` and its kin; the system's by default. */
  readonly now?: () => Date
}

function isMany(sources: Exclude<Source, string> | readonly Source[]): sources is readonly Source[] {
  return Array.isArray(sources)
}
