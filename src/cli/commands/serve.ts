import { command, runsConfigured } from '../command.ts'

/** `serve`: the same as `npm start`. */
export const serve = command('serve')
  .description('Run the service until it gets a signal. Same as npm start.')
  .action(runsConfigured(async () => (await import('../handlers/serve.ts')).serve))
