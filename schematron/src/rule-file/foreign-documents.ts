import { standingDocument } from '../document.ts'
import { ExpressionError, SchematronError } from '../errors.ts'
import type { Element } from '../xml/element.ts'
import type { Call } from '../xpath/ast.ts'
import { isBeside, parsed } from './assemble.ts'
import type { CompileOptions } from './rule-file.ts'

/**
 * The files that a schema reads with `document()`: once, when it is compiled. Those beside the
 * schema are part of it; others are read only where the caller says how.
 */
export class ForeignDocuments {
  /** Document nodes by the argument of the call. */
  readonly read = new Map<string, Element>()
  readonly #options: CompileOptions

  constructor(options: CompileOptions) {
    this.#options = options
  }

  /**
   * @throws ExpressionError unless the argument is a literal that names a file
   * @throws SchematronError when the file is not well-formed XML
   */
  add({ name, arguments: [href], at }: Call, from: string): void {
    if (href?.kind !== 'literal' || typeof href.value !== 'string')
      throw new ExpressionError(`${name}() is supported only with the name of a file in quotes`, at)
    if (this.read.has(href.value)) return
    const { load, resolve } = this.#options
    const source = (isBeside(href.value) ? load?.(href.value, from) : undefined) ?? resolve?.(href.value, from)
    if (!source) {
      const isRefused = !isBeside(href.value) && !resolve
      throw new ExpressionError(
        isRefused
          ? `${name}() reads ${href.value}, which is not beside the schema: pass \`resolve\` to the compiler`
          : `there is no file ${href.value}`,
        href.at,
      )
    }
    try {
      this.read.set(href.value, standingDocument(parsed(source)))
    } catch (error) {
      if (error instanceof SchematronError) throw new ExpressionError(error.message, href.at)
      throw error
    }
  }
}
