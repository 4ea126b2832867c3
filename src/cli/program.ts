import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { version } from '../api/service-version.ts'
import { command, findCommand, runs } from './command.ts'
import { accounts } from './commands/accounts.ts'
import { database } from './commands/database.ts'
import { delivery } from './commands/delivery.ts'
import { documents } from './commands/documents.ts'

const versionText = `selfbill ${version}`

/** `npm start` does the same in a clone. */
const serve = command('serve')
  .description('Run the service until it gets a signal.')
  .action(
    runs(async () => {
      const [{ readConfig }, { startService }] = await Promise.all([
        import('../config/config.ts'),
        import('../service/start-service.ts'),
      ])
      return async (terminal) => {
        // The log of the service has the warnings about its settings.
        await startService(readConfig(terminal.env))
        return 0
      }
    }),
  )

/** The whole way of a document, live in a terminal. */
const demo = command('demo')
  .description(
    'Send four demo documents through the sandbox. Uses a temporary database and prints every event. ' +
      'Exits with 1 unless each document ends as expected.',
  )
  .action(runs(async () => (await import('./handlers/demo/demo.ts')).demo))

/** The same text as `COMMAND --help`. */
const help = command('help')
  .description('Show all commands, or the help of one.')
  .argument('[COMMAND...]', 'the command, such as keys or keys rotate')
  .action(async (words, _options, self) => {
    const program = self.parent ?? self
    const found = findCommand(program, words)
    if (found !== program || words.length === 0) return found.outputHelp()
    // The error for an unknown command, with a suggestion.
    await program.parseAsync(words.slice(0, 1), { from: 'user' })
  })

/** Needs no configuration and no database. */
const printVersion = command('version')
  .description('Print the version. Same as --version and -V.')
  .action(
    runs(async () => async (terminal) => {
      terminal.print(versionText)
      return 0
    }),
  )

/** As `selfbill help` shows them. */
const groups: Readonly<Record<string, readonly CommandUnknownOpts[]>> = {
  Service: [serve, demo],
  Accounts: accounts,
  Documents: documents,
  Delivery: delivery,
  Database: database,
  'Command line': [help, printVersion],
}

/** All commands. */
export const program = command('selfbill')
  .description('Issue self-billed e-invoices for the UAE.')
  .version(versionText, '-V, --version', 'print the version')
  // `organisation add --version DATE` has its own --version.
  .enablePositionalOptions()
  .addHelpText(
    'after',
    `
selfbill help COMMAND explains a command. Settings come from the environment;
docs/configuration.md lists them. Exit codes: 0 success, 1 a check failed or a
request was refused, 2 wrong use.`,
  )

for (const [title, commands] of Object.entries(groups)) {
  program.commandsGroup(`${title}:`)
  for (const one of commands) program.addCommand(one)
}
