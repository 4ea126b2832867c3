import { lineOfMember, mainColumn } from './column-names.ts'
import type { Place, Problem } from './problem.ts'

/** A document of a file, as it is read. */
export interface ReadDocument {
  /** Of its lines, in their order; of the document itself in NDJSON. */
  readonly places: readonly Place[]
  /** In CSV, what its rows have in the column `document`. */
  readonly key?: string
  /** Of a table: the headings of paths that have another name in the file. */
  readonly headings?: ReadonlyMap<string, string>
  /** Names the document in the keys of imports, together with the content of the file. */
  readonly keyLine: number
  /** JSON of the request; undefined when there are problems. */
  readonly text: string | undefined
  /** The line of an NDJSON file as it is, also with problems. */
  readonly source?: string
  readonly problems: readonly Problem[]
}

/** A file that was read to its end. Nothing of it may be issued while it has problems itself. */
export interface ReadFile {
  readonly problems: readonly Problem[]
  /** What a person should look at; it hinders nothing. */
  readonly warnings?: readonly Problem[]
  /** How many documents there are. */
  readonly count: number
  documents(): AsyncIterable<ReadDocument> | Iterable<ReadDocument>
}

/** A file of rows and columns. */
export interface ReadTable extends ReadFile {
  documents(): Iterable<ReadDocument>
}

/** A member of the request that the service refuses, as a place and column of the file. */
export function placeOfField(
  { places, headings }: Pick<ReadDocument, 'places' | 'headings'>,
  field: string,
): { readonly place: Place | undefined; readonly column: string } {
  const { line = 0, column = field } = lineOfMember(field) ?? {}
  return {
    place: places[line] ?? places[0],
    column: headings?.get(column) ?? headings?.get(mainColumn(column)) ?? column,
  }
}

/** As a spreadsheet counts them; the line in NDJSON. */
export function rowsOf({ places }: Pick<ReadDocument, 'places'>): readonly number[] {
  return places.map(({ row, line }) => row ?? line)
}
