import { readConfig } from '../config/config.ts'
import { isOperatorError } from '../service/operator-error.ts'
import { client } from './client.ts'
import { backup, checkDatabase } from './database.ts'
import { demo } from './demo.ts'
import { importFile } from './import.ts'
import { keys } from './keys.ts'
import { listLegs, retryLeg } from './legs.ts'
import { migrate } from './migrate.ts'
import { organisation } from './organisation.ts'
import { addProfile } from './profile.ts'
import { report } from './report.ts'
import { printRules } from './rules.ts'
import { sandbox } from './sandbox.ts'
import { serve } from './serve.ts'
import { printToken } from './token.ts'
import { UsageError } from './usage-error.ts'
import { validate } from './validate.ts'
import { verify } from './verify.ts'
import { printXml } from './xml.ts'

// The command line: the first word names the command, each of them a file in this folder. Exit 0 done, 1 no, 2 misused.

const usage = `Usage: selfbill COMMAND

  serve                                    run the service (as npm start does)
  demo                                     watch four documents travel, on a temporary database
  organisation list | add NAME | show NAME | set NAME | revoke NAME
                                           the organisations that share the service. add and set take --version DATE,
                                           --phase2 on|off, --numbering on|off, --number-format FORMAT; set --name NAME too
  client list | add NAME [--scope SCOPES] | rotate ID [--overlap HOURS] | revoke ID   each with [--org NAME]
                                           the programs that call for an organisation, and their secrets
  keys list | rotate [--at-once]           the keys that sign tokens
  token [--org NAME] [--scope SCOPES]      print a bearer token for an organisation, valid for 24 hours
  profile add [--org NAME] FILE            add a business profile from a JSON file
  validate [--json] [--profile FILE] FILE… judge UBL documents or requests; exit 1 when a fatal rule fails
  import --profile BP [--family F] FILE    issue the documents of an NDJSON or CSV file; goes on where it stopped
  verify [--keys FILE] FILE                check an evidence pack offline, without unpacking it; exit 1 when it is not sound
  xml [--profile FILE] FILE                print the UBL document of a request
  rules [--set SET] [--arabic] [ID]        print the rules in force, a line each (an official rule and ours of the same id
                                           are two; id, official or ours, severity, sets, message), or all about one
  legs --stalled|--overdue [--org NAME]    list the legs that wait for a person, or whose status is overdue
  retry ID                                 try a stalled leg again: a transmission's UUID, or a document's
  report ID                                report a document again that the tax authority rejected
  sandbox advance DURATION                 let time pass in the sandbox: 30m, 2h, P1D
  migrate                                  bring the database up to date
  backup FILE                              copy the embedded database while it is in use
  check                                    check the embedded database, and the chain through the documents

Configuration comes from the environment; README.md lists the variables.`

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
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
  retry: (args) => retryLeg(config(), args),
  report: (args) => report(config(), args),
  sandbox: (args) => sandbox(config(), args),
  migrate: () => migrate(config()),
  backup: (args) => backup(config(), args),
  check: () => checkDatabase(config()),
}

const [name = 'help', ...rest] = process.argv.slice(2)
const code = await run(name, rest)
if (code !== 0) process.exitCode = code

async function run(command: string, args: readonly string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(command)) {
    console.log(usage)
    return 0
  }
  const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined
  try {
    if (!chosen) throw new UsageError(`there is no command "${command}"`)
    return await chosen(args)
  } catch (error) {
    if (!isToldPlainly(error)) throw error
    console.error(`selfbill ${command}: ${error.message}`)
    if (error instanceof UsageError) console.error(`\n${usage}`)
    return 2
  }
}

function config() {
  return readConfig(process.env)
}

function isToldPlainly(error: unknown): error is Error {
  const isMisspelt = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return error instanceof UsageError || isMisspelt || isOperatorError(error)
}
