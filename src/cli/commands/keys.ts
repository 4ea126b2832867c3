import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'

const list = command('list')
  .description('List the keys in use.')
  .option('--all', 'also those that ended')
  .action(runsConfigured(async () => (await import('../handlers/keys.ts')).listKeys))

const rotate = command('rotate')
  .description('Start using a new key. Exits with 1 while an earlier rotation is under way.')
  .option('--at-once', 'end every older key: all tokens issued so far are refused')
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/keys.ts')).rotate))

const exportKeys = command('export')
  .description('Print the public keys that verify evidence, ended ones included, as a JSON Web Key Set.')
  .action(runsConfigured(async () => (await import('../handlers/keys.ts')).exportKeys))

/** `keys list|export|rotate`: works while the service runs. */
export const keys = command('keys')
  .description('List, export or rotate the keys that sign tokens and evidence.')
  .addCommand(list)
  .addCommand(exportKeys)
  .addCommand(rotate)
