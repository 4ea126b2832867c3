import { Option } from '@commander-js/extra-typings'
import { families } from '@selfbill/pint-ae/document'
import { command, runsConfigured } from '../command.ts'
import { encodingOption } from '../encoding-option.ts'
import { profileOption } from '../profile-option.ts'

/** `validate FILE…`: reads no database. */
export const validate = command('validate')
  .description(
    'Check UBL documents, or requests in JSON, NDJSON or CSV, against the rules. Also reads tax data documents and ' +
      'message level statuses. The customisation id of a UBL document chooses its rules; each result names them. ' +
      'Exits with 1 when a fatal rule fails.',
  )
  .argument('<FILE...>', 'XML, JSON, NDJSON (.ndjson) or CSV (.csv, .tsv); - reads standard input')
  .option('--json', 'print a line of JSON for each document')
  .addOption(profileOption)
  .addOption(new Option('--family <FAMILY>', 'the kind of the documents of a CSV file').choices(families))
  .addOption(encodingOption)
  .option('--rulebook <DIR>', 'use the Schematron files in this folder instead of ours (docs/rulebook.md)')
  .option('--rulebooks <DIR>', 'use the rule books in this folder beside ours instead of RULEBOOKS_DIR')
  .action(runsConfigured(async () => (await import('../handlers/validate/validate.ts')).validate))
