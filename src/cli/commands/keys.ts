import { command, runsConfigured } from '../command.ts'

const list = command('list')
  .description('List the keys in use.')
  .action(runsConfigured(async () => (await import('../handlers/keys.ts')).listKeys))

const rotate = command('rotate')
  .description('Start using a new key. Exits with 1 while an earlier rotation is under way.')
  .option('--at-once', 'end every older key: all tokens issued so far are refused')
  .action(runsConfigured(async () => (await import('../handlers/keys.ts')).rotate))

/** `keys list|rotate`: works while the service runs. */
export const keys = command('keys')
  .description('List or rotate the keys that sign tokens.')
  .addCommand(list)
  .addCommand(rotate)
