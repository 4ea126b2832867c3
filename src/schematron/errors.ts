/**
 * A rule file that cannot be compiled: outside the subset, or wrong. The message says which file,
 * which assertion, and where in its expression.
 */
export class SchematronError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchematronError'
  }
}

/**
 * What is wrong in one expression, before anybody has said which assertion it belongs to; `at`
 * counts from 0.
 */
export class ExpressionError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
  }
}

/**
 * A rule could not be evaluated on this document: a cast that fails, two items where one is
 * expected.
 */
export class EvaluationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EvaluationError'
  }
}
