/**
 * The command was called rightly, and refused: what it names is not there, or its state does not
 * allow it. One line on stderr, exit code 1.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
}
