/**
 * A rule file that does not compile, because it is wrong or outside the subset. The message names
 * the file, the assertion, and the position in its expression.
 */
export class SchematronError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchematronError'
  }
}

/** An error in one expression, before its assertion is known; `at` counts from 0. */
export class ExpressionError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
  }
}

/**
 * An integer is too large for generated code, which holds small ones as JavaScript numbers: the
 * reference engine evaluates the expression again.
 */
export class IntegerTooLarge extends Error {}

/**
 * A rule cannot be evaluated on this document: a cast fails, or there are two items where one is
 * expected.
 */
export class EvaluationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EvaluationError'
  }
}
