import type { Element } from '../../xml/element.ts'
import type { Document } from '../document.ts'
import { runtime } from './runtime.ts'

/**
 * Turns the source of a schema into functions. The only place where text becomes code; the text is
 * what our compiler wrote from rule files that we ship or that the operator named.
 */
export function loadModule(source: string, constants: readonly unknown[]): Module {
  return new Function('R', 'K', source)(runtime, constants)
}

/** The functions of a compiled schema; all work on the document given to `begin`. */
export interface Module {
  begin(document: Document): void
  /** Forgets the document. */
  end(): void
  /** Forgets how deep a call was when an error left it. */
  unwind(): void
  /** By the number of the assertion: whether its test is true. */
  readonly tests: readonly ((element: Element) => boolean)[]
  /** By the number of the rule: whether each alternative of its context matches. */
  readonly matchers: readonly (readonly ((element: Element) => boolean)[])[]
  /**
   * By the number of the rule: false when the context does not match, else the findings go to
   * `out`: number, element, …
   */
  readonly rules: readonly ((element: Element, out: (number | Element)[]) => boolean)[]
}
