import { readConfig } from '../config/config.ts'
import { operatorMessage } from '../service/operator-error.ts'
import { client } from './commands/client.ts'
import { backup, checkDatabase } from './commands/database.ts'
import { demo } from './commands/demo/demo.ts'
import { importFile } from './commands/import/import.ts'
import { keys } from './commands/keys.ts'
import { listLegs, retryLegs } from './commands/legs.ts'
import { migrate } from './commands/migrate.ts'
import { organisation } from './commands/organisation.ts'
import { addProfile } from './commands/profile.ts'
import { report } from './commands/report.ts'
import { restored } from './commands/restored.ts'
import { printRules } from './commands/rules.ts'
import { sandbox } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { printToken } from './commands/token.ts'
import { validate } from './commands/validate.ts'
import { verify } from './commands/verify.ts'
import { printVersion } from './commands/version.ts'
import { printXml } from './commands/xml.ts'
import { type CommandName, formsOf, helpOf, isBare, isCommand, overview } from './usage.ts'
import { UsageError } from './usage-error.ts'

// The command line: the first word names the command, each of them a file in `commands/`. Exit 0 done, 1 no, 2 misused.

const commands: Readonly<Record<CommandName, (args: readonly string[]) => Promise<number>>> = {
  serve: () => serve(config()),
  demo: () => demo(),
  organisation: (args) => organisation(config(), args),
  client: (args) => client(config(), args),
  keys: (args) => keys(config(), args),
  token: (args) => printToken(config(), args),
  profile: (args) => addProfile(config(), args),
  import: (args) => importFile(config(), args),
  verify: (args) => verify(args),
  validate: (args) => validate(config(), args),
  xml: (args) => printXml(config(), args),
  rules: (args) => printRules(config(), args),
  legs: (args) => listLegs(config(), args),
  retry: (args) => retryLegs(config(), args),
  report: (args) => report(config(), args),
  sandbox: (args) => sandbox(config(), args),
  migrate: () => migrate(config()),
  backup: (args) => backup(config(), args),
  restored: (args) => restored(config(), args),
  check: () => checkDatabase(config()),
  version: async () => printVersion(),
}

// Whoever reads only the beginning (`selfbill demo | head`) has what they want: the rest is written to nobody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const [name = 'help', ...rest] = process.argv.slice(2)
const code = await run(name, rest)
if (code !== 0) process.exitCode = code

async function run(command: string, args: readonly string[]): Promise<number> {
  const [asked = command] = command === 'help' ? args : []
  if (asked === 'help' || asked === '--help' || asked === '-h') return told(overview())
  if (asked === '--version' || asked === '-V') return printVersion()
  if (!isCommand(asked)) return misused(asked, `there is no command "${asked}"`, 'selfbill help lists the commands.')
  if (command === 'help' || args.some((arg) => arg === '--help' || arg === '-h')) return told(helpOf(asked))
  try {
    if (isBare(asked) && args.length > 0) throw new UsageError('it takes nothing more')
    return await commands[asked](args)
  } catch (error) {
    if (isMisspelt(error)) return misused(asked, firstSentence(error.message), formsOf(asked))
    if (error instanceof UsageError) return misused(asked, error.message, formsOf(asked))
    const message = operatorMessage(error)
    if (message === undefined) throw error
    return misused(asked, message)
  }
}

function told(text: string): number {
  console.log(text)
  return 0
}

function misused(command: string, message: string, hint?: string): number {
  console.error(`selfbill ${command}: ${message}`)
  if (hint !== undefined) console.error(`\n${hint}`)
  return 2
}

function config() {
  return readConfig(process.env)
}

function isMisspelt(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** What follows is about arguments that begin with a hyphen: none of ours does. */
function firstSentence(message: string): string {
  return message.split('. To ')[0] ?? message
}
