import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { version } from '../api/service-version.ts'
import { command, findCommand, runs } from './command.ts'
import { accounts } from './commands/accounts.ts'
import { database } from './commands/database.ts'
import { delivery } from './commands/delivery.ts'
import { documents } from './commands/documents.ts'
import { exitCodes } from './exit-codes.ts'
import { jsonOption } from './rows.ts'

const versionText = `selfbill ${version}`

/** `npm start` does the same in a clone. */
const serve = command('serve')
  .description(
    'Run the service in the foreground (Ctrl-C stops it). An option replaces the environment variable in brackets.',
  )
  .option('--host <ADDRESS>', 'the address to listen on (HOST)')
  .option('--port <PORT>', 'the port to listen on (PORT); 0: a free port')
  .option('--data-dir <DIR>', 'the folder of the embedded database (DATA_DIR)')
  .option('--public-url <URL>', 'the address that people open (PUBLIC_URL)')
  .option('--gateway <NAME>', 'sandbox or phoss-ap (GATEWAY)')
  .option('--log-level <LEVEL>', 'how much to log (LOG_LEVEL)')
  .action(
    runs(async () => {
      const [{ readConfig }, { startService }] = await Promise.all([
        import('../config/config.ts'),
        import('../service/start-service.ts'),
      ])
      return async (terminal, options: Readonly<Record<string, string>>) => {
        // The log of the service has the warnings about its settings.
        await startService(readConfig({ ...terminal.env, ...variablesOf(options) }))
        return 0
      }
    }),
  )

/** `dataDir` is DATA_DIR. */
function variablesOf(options: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(options)
  return Object.fromEntries(named.map(([name, value]) => [name.replaceAll(/[A-Z]/g, '_$&').toUpperCase(), value]))
}

/** Changes nothing but an object of its own, and opens no port. */
const doctor = command('doctor')
  .description(
    'Check what the service needs to run: settings, database and its user, SECRET_KEY, free disk space, clock, ' +
      'object store, access points, certificates, token issuers, mail server. ' +
      'Prints each problem and how to solve it. Exits with 1 if there is a problem.',
  )
  .addOption(jsonOption)
  .action(runs(async () => (await import('./handlers/doctor/doctor.ts')).doctor))

/** A document from its request to its final status, live in a terminal. */
const demo = command('demo')
  .description(
    'Send four sample documents through the sandbox, from the request to the final status. Uses a temporary ' +
      'database and prints every event. ' +
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
  Service: [serve, doctor, demo],
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
docs/configuration.md lists them.

Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}`,
  )

for (const [title, commands] of Object.entries(groups)) {
  program.commandsGroup(`${title}:`)
  for (const one of commands) program.addCommand(one)
}
