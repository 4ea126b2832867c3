import { Option } from '@commander-js/extra-typings'
import { families } from '@selfbill/pint-ae/document'
import { command, runsConfigured } from '../command.ts'
import { encodingOption } from '../encoding-option.ts'
import { orgOption } from '../org-option.ts'

/** `import FILE…`: works with or without a running service. */
export const importCommand = command('import')
  .description(
    'Issue the documents of NDJSON or CSV files. Each file is read to its end first. Run it again to continue after ' +
      'an interruption. FILE.results.csv has the result of every row, FILE.refused.ndjson what was refused. ' +
      'Exits with 1 when documents were refused.',
  )
  .argument('<FILE...>', 'NDJSON, or CSV (.csv, .tsv) with commas, semicolons or tabs, like examples/import.csv')
  .requiredOption('--profile <BP>', 'the id of the business profile that issues the documents')
  .addOption(
    new Option('--family <FAMILY>', 'the kind of documents').choices(families).default('purchase-invoices' as const),
  )
  .addOption(orgOption)
  .option('--dry-run', 'check every document and issue none; FILE.dry-run.csv has the result of every row')
  .addOption(encodingOption)
  .action(runsConfigured(async () => (await import('../handlers/import/import-file.ts')).importFiles))
