import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'

/** `login-link`: works while the service runs. */
export const loginLink = command('login-link')
  .description('Print a link that signs a user in, once and within ten minutes. Default: the first administrator.')
  .option('--email <ADDRESS>', 'the user with this e-mail address')
  .option('--user <ID>', 'the user with this id')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/login-link.ts')).printLoginLink))
