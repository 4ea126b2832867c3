import { command, runsConfigured } from '../command.ts'

/** `migrate`: every start does the same. */
export const migrate = command('migrate')
  .description('Update the database to this version.')
  .action(runsConfigured(async () => (await import('../handlers/migrate.ts')).migrate))
