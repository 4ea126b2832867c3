/** The command was called in a way that cannot be carried out: told in a line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
