import type { Document } from '../document.ts'
import { numbered } from '../generator/name-code.ts'
import type { Node } from '../values/values.ts'
import { runtime } from './runtime.ts'

/**
 * Turns the source of a schema into functions. The only place where text becomes code: our
 * generator writes it, from rule files that we ship or the operator configured.
 */
export function loadModule(source: string, constants: readonly unknown[]): Module {
  return new Function('R', 'K', numbered(source, String))(runtime, constants)
}

/** The functions of a compiled schema; all of them work on the document passed to `begin`. */
export interface Module {
  begin(document: Document): void
  /** Forgets the document. */
  end(): void
  /** Resets the call depth after an error. */
  unwind(): void
  /** By assertion number: whether its test is true. */
  readonly tests: readonly ((node: Node) => boolean)[]
  /** By rule number: whether each alternative of its context matches. */
  readonly matchers: readonly (readonly ((node: Node) => boolean)[])[]
  /**
   * By rule number: false when the context does not match; otherwise appends the findings to `out`:
   * number, node, …
   */
  readonly rules: readonly ((node: Node, out: FlatFindings) => boolean)[]
}

/** Findings as a flat list: assertion number, node, assertion number, node, … */
export type FlatFindings = (number | Node)[]
