import { version } from '../api/service-version.ts'
import { command } from './command.ts'
import { backup } from './commands/backup.ts'
import { check } from './commands/check.ts'
import { client } from './commands/client.ts'
import { complete, completion } from './commands/completion.ts'
import { demo } from './commands/demo.ts'
import { distribute } from './commands/distribute.ts'
import { help } from './commands/help.ts'
import { hold } from './commands/hold.ts'
import { importCommand } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { legs } from './commands/legs.ts'
import { loginLink } from './commands/login-link.ts'
import { migrate } from './commands/migrate.ts'
import { objects } from './commands/objects.ts'
import { organisation } from './commands/organisation.ts'
import { outages } from './commands/outages.ts'
import { profile } from './commands/profile.ts'
import { report } from './commands/report.ts'
import { restored } from './commands/restored.ts'
import { retry } from './commands/retry.ts'
import { rules } from './commands/rules.ts'
import { sandbox } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { token } from './commands/token.ts'
import { user } from './commands/user.ts'
import { validate } from './commands/validate.ts'
import { verify } from './commands/verify.ts'
import { versionCommand } from './commands/version.ts'
import { xml } from './commands/xml.ts'

const versionText = `selfbill ${version}`

/** All commands, grouped as `selfbill help` shows them. */
export const program = command('selfbill')
  .description('Issue self-billed e-invoices for the UAE.')
  .version(versionText, '-V, --version', 'print the version')
  // `organisation add --version DATE` has its own --version.
  .enablePositionalOptions()
  .commandsGroup('Service:')
  .addCommand(serve)
  .addCommand(demo)
  .commandsGroup('Accounts:')
  .addCommand(organisation)
  .addCommand(client)
  .addCommand(user)
  .addCommand(loginLink)
  .addCommand(profile)
  .addCommand(token)
  .addCommand(keys)
  .commandsGroup('Documents:')
  .addCommand(importCommand)
  .addCommand(validate)
  .addCommand(xml)
  .addCommand(rules)
  .addCommand(verify)
  .addCommand(hold)
  .commandsGroup('Delivery:')
  .addCommand(legs)
  .addCommand(outages)
  .addCommand(retry)
  .addCommand(report)
  .addCommand(sandbox)
  .commandsGroup('Database:')
  .addCommand(migrate)
  .addCommand(distribute)
  .addCommand(backup)
  .addCommand(restored)
  .addCommand(check)
  .addCommand(objects)
  .commandsGroup('Command line:')
  .addCommand(help)
  .addCommand(completion)
  .addCommand(versionCommand(versionText))
  .addCommand(complete, { hidden: true })
  .addHelpText(
    'after',
    `
selfbill help COMMAND explains a command. Settings come from the environment;
docs/configuration.md lists them. Exit codes: 0 success, 1 a check failed or a
request was refused, 2 wrong use.`,
  )
