import { command, runsConfigured } from '../command.ts'

/** `outages`: works while the service runs. */
export const outages = command('outages')
  .description('List the times when documents could not be delivered, and by when to report them.')
  .option('--since <DATE>', 'outages that lasted on this day or later, such as 2026-07-15')
  .action(runsConfigured(async () => (await import('../handlers/outages.ts')).printOutages))
