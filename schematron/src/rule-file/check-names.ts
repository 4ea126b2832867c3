import { ExpressionError } from '../errors.ts'
import { takesArguments } from '../interpreter/functions.ts'
import { type Expression, partsOf } from '../xpath/ast.ts'

/**
 * Refuses variables, functions and keys that are not declared.
 *
 * @throws ExpressionError
 */
export function checkNames(expression: Expression, names: DeclaredNames): void {
  if (expression.kind === 'variable' && !names.hasVariable(expression.name)) {
    throw new ExpressionError(`the variable $${expression.name} is not declared`, expression.at)
  }
  if (expression.kind === 'call') {
    const { name, arguments: parameters } = expression
    if (!takesArguments(name, parameters.length) && !names.hasFunction(`${name}#${parameters.length}`)) {
      throw new ExpressionError(`there is no function ${name} with ${parameters.length} arguments`, expression.at)
    }
    names.checkCall(expression)
  }
  if (
    expression.kind === 'for' ||
    expression.kind === 'some' ||
    expression.kind === 'every' ||
    expression.kind === 'let'
  ) {
    const { name } = expression
    checkNames(expression.source, names)
    const hasVariable = (wanted: string) => wanted === name || names.hasVariable(wanted)
    checkNames(expression.body, { ...names, hasVariable })
  } else for (const part of partsOf(expression)) checkNames(part, names)
}

export interface DeclaredNames {
  hasVariable(name: string): boolean
  /** By `name#arity`. */
  hasFunction(signature: string): boolean
  /** Throws for a call that needs more than its file declares, such as an unknown key. */
  checkCall(call: Extract<Expression, { kind: 'call' }>): void
}

/** The variables that an expression takes from outside. */
export function freeVariables(expression: Expression, found: Set<string> = new Set()): Set<string> {
  if (expression.kind === 'variable') found.add(expression.name)
  if (
    expression.kind === 'for' ||
    expression.kind === 'some' ||
    expression.kind === 'every' ||
    expression.kind === 'let'
  ) {
    freeVariables(expression.source, found)
    for (const name of freeVariables(expression.body)) if (name !== expression.name) found.add(name)
  } else for (const part of partsOf(expression)) freeVariables(part, found)
  return found
}
