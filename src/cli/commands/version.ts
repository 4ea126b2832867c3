import { command, runs } from '../command.ts'

/** `version`: needs no configuration and no database. */
export function versionCommand(text: string) {
  return command('version')
    .description('Print the version. Same as --version and -V.')
    .action(
      runs(async () => async (terminal) => {
        terminal.print(text)
        return 0
      }),
    )
}
