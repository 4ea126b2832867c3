/** What an exit code means, for `selfbill help` and docs/cli.md. */
export const exitCodes = {
  0: 'success',
  1: 'a check failed, or what is there does not allow it',
  2: 'wrong use, wrong settings, or a file that cannot be read or written',
} as const
