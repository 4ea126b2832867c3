import { command, runsConfigured } from '../command.ts'

/** `serve` runs the service, as `npm start` does in a clone. */
export const serve = command('serve')
  .description('Run the service until it gets a signal.')
  .action(runsConfigured(async () => (await import('../handlers/serve.ts')).serve))
