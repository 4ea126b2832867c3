import { command, runs } from '../command.ts'

/** `verify FILE`: needs no configuration, database or network. */
export const verify = command('verify')
  .description(
    'Check an evidence pack, or the evidence of a period, offline. Exits with 1 when something is wrong, ' +
      'and with 2 when nothing is wrong but no trusted key signed it.',
  )
  .argument('<FILE>', 'the evidence pack, a ZIP file')
  .option('--keys <FILE>', "your own copy of the service's /.well-known/evidence-keys.json")
  .action(runs(async () => (await import('../handlers/verify.ts')).verify))
