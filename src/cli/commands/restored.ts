import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** `restored`: run it before the service starts on a restored database. */
export const restored = command('restored')
  .description('Prepare a restored database for its first start. Run it before the service starts.')
  .addOption(
    new Option('--numbers <N>', 'how many document numbers to skip, so that none is used twice')
      .argParser(parseCount)
      .default(100_000),
  )
  .action(runsConfigured(async () => (await import('../handlers/ready-restored.ts')).readyRestored))

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new UsageError('--numbers must be a number from 0 to 999999999')
  return Number(text)
}
