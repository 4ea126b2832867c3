import { Option } from '@commander-js/extra-typings'
import { families } from '@selfbill/pint-ae/document'
import { ruleSets } from '@selfbill/pint-ae/rulebook'
import { dateOrders } from '../../document-files/cell-dates.ts'
import { command, group, runs, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { encodingOption } from '../encoding-option.ts'
import { orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'

// What is done with documents. `import` and `hold` work with or without a running service; the
// others read no database, and `verify` no configuration either.

/** A request does not hold the party that it is checked for. */
const profileOption = new Option(
  '--profile <FILE>',
  'the business profile that issues the request (default: examples/business-profile.json)',
)

const datesOption = new Option(
  '--dates <ORDER>',
  'how texts in a CSV or .xlsx file write dates that are not written yyyy-mm-dd',
).choices(dateOrders)

const importCommand = command('import')
  .description(
    'Issue the documents of NDJSON, CSV or .xlsx files. Each file is read to its end first. Run it again to continue ' +
      'after an interruption. FILE.results.csv has the result of every row, FILE.refused.ndjson what was refused. ' +
      'Exits with 1 when documents were refused.',
  )
  .argument('<FILE...>', 'NDJSON, .xlsx, or CSV (.csv, .tsv) with commas, semicolons or tabs, like examples/import.csv')
  .requiredOption('--profile <BP>', 'the id of the business profile that issues the documents')
  .addOption(
    new Option('--family <FAMILY>', 'the kind of documents').choices(families).default('purchase-invoices' as const),
  )
  .addOption(orgOption)
  .option('--dry-run', 'check every document and issue none; FILE.dry-run.csv has the result of every row')
  .addOption(encodingOption)
  .addOption(datesOption)
  .action(runsConfigured(async () => (await import('../handlers/import/import-file.ts')).importFiles))

const template = command('template')
  .description(
    'Write a file with two examples, for a person to put documents into with a spreadsheet program, and for `import` ' +
      'and uploads to read.',
  )
  .argument('<FILE>', 'the new file: .xlsx or .csv')
  .addOption(
    new Option('--family <FAMILY>', 'the kind of documents').choices(families).default('purchase-invoices' as const),
  )
  .addOption(
    new Option('--names <NAMES>', 'plain names of columns in English or Arabic, or the paths of the API')
      .choices(['en', 'ar', 'api'])
      .default('en' as const),
  )
  .action(runs(async () => (await import('../handlers/import/template.ts')).writeTemplate))

const validate = command('validate')
  .description(
    'Check UBL documents, or requests in JSON, NDJSON, CSV or .xlsx, against the rules. Also reads tax data ' +
      'documents and message level statuses. The customisation id of a UBL document chooses its rules; each result ' +
      'names them. Exits with 1 when a fatal rule fails.',
  )
  .argument('<FILE...>', 'XML, JSON, NDJSON (.ndjson), CSV (.csv, .tsv) or .xlsx; - reads standard input')
  .addOption(jsonOption)
  .addOption(profileOption)
  .addOption(new Option('--family <FAMILY>', 'the kind of the documents of a CSV or .xlsx file').choices(families))
  .addOption(encodingOption)
  .addOption(datesOption)
  .option('--rulebook <DIR>', 'use the Schematron files in this folder instead of ours (docs/rulebook.md)')
  .option('--rulebooks <DIR>', 'use the rule books in this folder beside ours instead of RULEBOOKS_DIR')
  .action(runsConfigured(async () => (await import('../handlers/validate/validate.ts')).validate))

const xml = command('xml')
  .description('Print the UBL document of a JSON request. Exits with 1 and lists the wrong fields if it is refused.')
  .argument('<FILE>', 'a JSON request')
  .addOption(profileOption)
  .action(runsConfigured(async () => (await import('../handlers/print-xml.ts')).printXml))

const rules = command('rules')
  .description(
    'List the rules in force: id, official or ours, severity, sets and message. ' +
      'With an id, print everything about that rule; exits with 1 if it does not exist.',
  )
  .argument('[ID]', 'a rule, such as ibr-001-ae')
  .addOption(new Option('--set <SET>', 'only the rules of one set').choices(ruleSets))
  .option('--arabic', 'print Arabic messages')
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/print-rules.ts')).printRules))

const explain = command('explain')
  .description(
    'Explain fields of the API: meaning in English and Arabic, type, business terms, an example and the rules that ' +
      'read them. Exits with 1 if nothing has this name.',
  )
  .argument('<FIELD>', 'a path or its end, such as document_lines.quantity or tin, or a business term, such as IBT-129')
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/explain.ts')).explain))

const verify = command('verify')
  .description(
    'Check an evidence pack, or the evidence of a period, offline. Exits with 1 when something is wrong, ' +
      'and with 2 when nothing is wrong but no trusted key signed it.',
  )
  .argument('<FILE>', 'the evidence pack, a ZIP file')
  .option('--keys <FILE>', "your own copy of the service's /.well-known/evidence-keys.json")
  .addOption(jsonOption)
  .action(runs(async () => (await import('../handlers/verify.ts')).verify))

const allDocuments = new Option('--all-documents', 'the hold on the whole organisation')

const hold = group('hold', 'Manage legal holds, which keep documents after their retention.', [
  command('set')
    .description('Set a legal hold on a document, or on an organisation: nothing of it is deleted.')
    .argument('[DOCUMENT_ID]', 'the id of the document')
    .addOption(allDocuments)
    .requiredOption('--reason <TEXT>', 'why nothing may be deleted')
    .addOption(orgOption)
    .action(runsConfigured(async () => (await holds()).setHold)),
  command('release')
    .description('Release the legal hold on a document, or on an organisation.')
    .argument('[DOCUMENT_ID]', 'the id of the document')
    .addOption(allDocuments)
    .addOption(yesOption)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await holds()).releaseHold)),
  command('list')
    .description('List the legal holds of an organisation: date, document, person and reason.')
    .addOption(jsonOption)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await holds()).listHolds)),
])

export const documents = [importCommand, template, validate, xml, rules, explain, verify, hold] as const

function holds() {
  return import('../handlers/holds.ts')
}
