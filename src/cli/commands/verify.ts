import { command, runs } from '../command.ts'

/** `verify FILE`: needs no configuration, database or network. */
export const verify = command('verify')
  .description('Check an evidence pack, or the evidence of a period, offline. Exits with 1 when it is not sound.')
  .argument('<FILE>', 'the evidence pack, a ZIP file')
  .option('--keys <FILE>', "a trusted copy of the service's /.well-known/jwks.json")
  .action(runs(async () => (await import('../handlers/verify.ts')).verify))
