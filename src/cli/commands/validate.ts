import { command, runsConfigured } from '../command.ts'
import { profileOption } from '../profile-option.ts'

/** `validate FILE…`: reads no database. */
export const validate = command('validate')
  .description(
    'Check UBL documents or JSON requests against the rules. Also reads tax data documents and message level ' +
      'statuses. Exits with 1 when a fatal rule fails.',
  )
  .argument('<FILE...>', 'XML or JSON')
  .option('--json', 'print a line of JSON for each file')
  .addOption(profileOption)
  .option('--rulebook <DIR>', 'use the Schematron files in this folder instead of ours (docs/rulebook.md)')
  .option('--rulebooks <DIR>', 'use the rule books in this folder beside ours instead of RULEBOOKS_DIR')
  .action(runsConfigured(async () => (await import('../handlers/validate.ts')).validate))
