/**
 * The command line, a setting or a file is wrong: one line and the usage on stderr, exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
