import { Option } from '@commander-js/extra-typings'
import { ruleSets } from '@selfbill/pint-ae/rulebook'
import { command, runsConfigured } from '../command.ts'

/** `rules [ID]`: reads no database. */
export const rules = command('rules')
  .description(
    'Print the rules in force, one per line. A line holds id, official or ours, severity, sets and message, ' +
      'separated by tabs. With an id, print everything about that rule; exits with 1 if it does not exist.',
  )
  .argument('[ID]', 'a rule, such as ibr-001-ae')
  .addOption(new Option('--set <SET>', 'only the rules of one set').choices(ruleSets))
  .option('--arabic', 'print Arabic messages')
  .action(runsConfigured(async () => (await import('../handlers/print-rules.ts')).printRules))
