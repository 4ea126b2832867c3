import { command, runsConfigured } from '../command.ts'

/** `backup FILE`: works while the service runs. */
export const backup = command('backup')
  .description('Copy the embedded database, also while the service uses it.')
  .argument('<FILE>', 'the copy; it must not exist yet')
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).backup))
