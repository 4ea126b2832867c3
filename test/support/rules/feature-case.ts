/** A feature of schemas: a small schema, and documents with the findings that they must have. */
export interface FeatureCase {
  readonly feature: string
  readonly schema: string
  /** The files beside the schema, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly phase?: string
  readonly parameters?: Readonly<Record<string, string>>
  /** Of the schema and its files, as their XML declarations say. */
  readonly encoding?: 'utf8' | 'latin1' | 'utf16le'
  /** The clock of the rules. */
  readonly now?: string
  /**
   * The findings of each document, in order: the id of the assertion, or its number, the place of
   * the element, or `/`, the message and the diagnostics.
   */
  readonly documents: Readonly<Record<string, readonly string[]>>
}
