import { version } from '../../version.ts'

/** Prints the version: `selfbill version`, `--version` or `-V`. Reads no configuration and opens no database. */
export function printVersion(): number {
  console.log(`selfbill ${version}`)
  return 0
}
