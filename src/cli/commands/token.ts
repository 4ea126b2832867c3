import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'
import { parseScopes } from '../parse-scopes.ts'

/** `token`: works while the service runs. */
export const token = command('token')
  .description(
    "Print a bearer token that is valid for 24 hours. It belongs to the organisation's command line account.",
  )
  .option(
    '--scope <SCOPES>',
    'any of documents:read documents:write profiles admin operator, in quotes (default: all but admin and operator)',
    parseScopes,
  )
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/print-token.ts')).printToken))
