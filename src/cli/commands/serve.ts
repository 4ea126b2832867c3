import { command, runs } from '../command.ts'

/** `serve` runs the service, as `npm start` does in a clone. */
export const serve = command('serve')
  .description('Run the service until it gets a signal.')
  .action(runs(async () => (await import('../handlers/serve.ts')).serve))
