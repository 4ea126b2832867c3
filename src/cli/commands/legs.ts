import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { onlyOrgOption } from '../org-option.ts'

/** `legs`: works while the service runs. */
export const legs = command('legs')
  .description('List the legs that need attention. Choose one list: --stalled, --overdue, --open or --unknown.')
  .addOption(new Option('--stalled', 'legs that wait for a person').conflicts(['overdue', 'open', 'unknown']))
  .addOption(new Option('--overdue', 'legs whose status is overdue').conflicts(['open', 'unknown']))
  .addOption(new Option('--open', 'how many legs still need each access point').conflicts(['unknown', 'org']))
  .addOption(
    new Option(
      '--unknown <FILE>',
      'transmissions in FILE without a leg; one UUID per line, - for standard input',
    ).conflicts('org'),
  )
  .addOption(onlyOrgOption)
  .action(runsConfigured(async () => (await import('../handlers/legs.ts')).listLegs))
