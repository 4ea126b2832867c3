import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'

/** `distribute`: run it once, while no instance runs. */
export const distribute = command('distribute')
  .description('Spread the tables over the workers of Citus, while no instance runs.')
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/distribute.ts')).distributeTables))
