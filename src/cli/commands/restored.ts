import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { UsageError } from '../usage-error.ts'

/** `restored`: run it before the service starts on a restored database. */
export const restored = command('restored')
  .description('Prepare a restored database for its first start, while no instance runs.')
  .addOption(
    new Option('--skip-numbers <N>', 'how many document numbers to skip, such as 100000, so that none is used twice')
      .argParser(parseCount)
      .makeOptionMandatory(),
  )
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/ready-restored.ts')).readyRestored))

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new UsageError('--skip-numbers must be a number from 0 to 999999999')
  return Number(text)
}
