import { command, runsConfigured } from '../command.ts'

/** `distribute`: run it once, while no instance runs. */
export const distribute = command('distribute')
  .description('Spread the tables over the workers of Citus. Stop all instances first.')
  .action(runsConfigured(async () => (await import('../handlers/distribute.ts')).distributeTables))
