import type { Element } from '../xml/element.ts'
import { CompiledSchema } from './compiled/compiled-schema.ts'
import type { Finding, Observer } from './finding.ts'
import { readRuleFile } from './rule-file/read-rule-file.ts'
import type { Assertion, SchematronSource } from './rule-file/rule-file.ts'

export { SchematronError } from './errors.ts'
export type { Finding, Observer } from './finding.ts'
export type { Assertion, SchematronSource } from './rule-file/rule-file.ts'

/**
 * Compiles rule files for use on any number of documents. Several files are several sets of
 * patterns: each keeps its own prefixes, variables and functions.
 *
 * @throws SchematronError for what is outside the subset, naming the file, the assertion and the
 *   place in its expression
 */
export function compileSchema(sources: readonly SchematronSource[]): Schema {
  return new CompiledSchema(sources.map(readRuleFile))
}

export interface Schema {
  readonly assertions: readonly Assertion[]
  /** The JavaScript that runs. */
  readonly source: string
  /**
   * The expressions that the reference engine evaluates instead, with the reason: slower, not
   * different.
   */
  readonly interpreted: readonly string[]
  /** What does not hold, pattern after pattern and each in document order. */
  evaluate(root: Element): Finding[]
  /** The same, slower, with a report of every assertion that was evaluated. */
  observe(root: Element, observer: Observer): Finding[]
}
