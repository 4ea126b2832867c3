import { compileFiles } from './compiled/compile-files.ts'
import type { Finding, Observer } from './finding.ts'
import { readRuleFileWith } from './rule-file/read-rule-file.ts'
import type { Assertion, CompileOptions, SchematronFile, SchematronSource } from './rule-file/rule-file.ts'
import type { Element } from './xml/element.ts'

// The entry `@selfbill/schematron/engine`: what judges trees instead of texts, and what reads rules
// without judging. It may change in any release.
export { writtenSchema } from './compiled/compile-files.ts'
export { SchematronError } from './errors.ts'
export type { Finding, NoteText, Observer } from './finding.ts'
export type { Level } from './rule-file/match-pattern.ts'
export { readRuleFile } from './rule-file/read-rule-file.ts'
export type {
  Assertion,
  CompileOptions,
  Pattern,
  Rule,
  RuleFile,
  SchematronFile,
  SchematronSource,
} from './rule-file/rule-file.ts'
export { type Call, type Expression, type NodeTest, partsOf, type Step } from './xpath/ast.ts'

/**
 * Compiles rule files for use on any number of documents. Each file keeps its own prefixes,
 * variables and functions.
 *
 * @throws SchematronError for anything outside the subset, naming the file, the assertion and the
 *   position in its expression
 */
export function compileSchema(
  sources: readonly (SchematronSource | SchematronFile)[],
  options: CompileOptions = {},
): Schema {
  return compileFiles(sources.map(readRuleFileWith(options)), options.now)
}

export interface Schema {
  readonly assertions: readonly Assertion[]
  /** The generated JavaScript. */
  readonly source: string
  /**
   * The expressions left to the reference engine, each with the reason: slower, with the same
   * result.
   */
  readonly interpreted: readonly string[]
  /** The findings, pattern by pattern, each pattern in document order. */
  evaluate(root: Element): Finding[]
  /** The same, slower, and reports every evaluated assertion. */
  observe(root: Element, observer: Observer): Finding[]
}
