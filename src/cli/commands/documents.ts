import { Option } from '@commander-js/extra-typings'
import { families } from '@selfbill/pint-ae/document'
import { ruleSets } from '@selfbill/pint-ae/rulebook'
import { dateOrders } from '../../document-files/cell-dates.ts'
import { command, group, runs, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { encodingOption } from '../encoding-option.ts'
import { orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'
import { UsageError } from '../usage-error.ts'

// What is done with documents. `import` and `hold` work with or without a running service; the
// others read no database, and `verify` no configuration either.

/** A request does not hold the party that it is checked for. */
const profileOption = new Option(
  '--profile <FILE>',
  'a file with the business profile that issues the document (default: examples/business-profile.json)',
)

const datesOption = new Option('--dates <ORDER>', 'the order of day and month in texts such as 07/08/2026').choices(
  dateOrders,
)

/** `--issued-rows ROWS`, to go on with an old import. */
const issuedRowsOption = new Option(
  '--issued-rows <ROWS>',
  'after an interruption of more than a day: which of the rows that the command then names are issued, such as ' +
    '17-20,23, or none',
).argParser(readRows)

function readRows(text: string): readonly number[] {
  if (text.trim() === 'none') return []
  const rows: number[] = []
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/.exec(part) ?? []
    if (from === undefined || Number(to) < Number(from))
      throw new UsageError('--issued-rows must be rows such as 17-20,23, or none')
    for (let row = Number(from); row <= Number(to); row += 1) rows.push(row)
  }
  return rows
}

const importCommand = command('import')
  .description(
    'Issue the documents of .xlsx, CSV or NDJSON files. Nothing is issued before the whole file is read. After an ' +
      'interruption, run the same command again within a day. Writes FILE.results.csv with the result of every row, ' +
      'and FILE.refused.ndjson with the refused documents. Exits with 1 when documents were refused.',
  )
  .argument('<FILE...>', '.xlsx, CSV (.csv, .tsv; with commas, semicolons or tabs) like examples/import.csv, or NDJSON')
  .requiredOption('--profile <BP>', 'the id of the business profile that issues the documents')
  .addOption(
    new Option('--family <FAMILY>', 'the kind of documents').choices(families).default('purchase-invoices' as const),
  )
  .addOption(orgOption)
  .option('--dry-run', 'check every document and issue none; FILE.dry-run.csv has the result of every row')
  .addOption(encodingOption)
  .addOption(datesOption)
  .addOption(issuedRowsOption)
  .action(runsConfigured(async () => (await import('../handlers/import/import-file.ts')).importFiles))

const template = command('template')
  .description(
    'Write a spreadsheet with two examples. Put your documents in their place, then use `import`, or upload the file ' +
      'in the console.',
  )
  .argument('<FILE>', 'the new file: .xlsx or .csv')
  .addOption(
    new Option('--family <FAMILY>', 'the kind of documents').choices(families).default('purchase-invoices' as const),
  )
  .addOption(
    new Option(
      '--names <NAMES>',
      'the names of the columns: plain words in English or Arabic, or the fields of the API',
    )
      .choices(['en', 'ar', 'api'])
      .default('en' as const),
  )
  .option('--suppliers', 'write a list of suppliers for `suppliers check` instead, with one example')
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
    'Explain a field of the API (meaning in English and Arabic, type, business terms, an example and the rules that ' +
      'read it), a rule, or an error (its sentence and what to do). Exits with 1 if nothing has this name.',
  )
  .argument(
    '<NAME>',
    'a field, such as document_lines.quantity or tin, a business term, such as IBT-129, a rule, such as IBR-128-AE, ' +
      'or an id of error_codes, such as must_be_date',
  )
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/explain.ts')).explain))

const verify = command('verify')
  .description(
    'Check an evidence pack, or the evidence of a period, offline. Exits with 1 when something is wrong, ' +
      'and with 2 when nothing is wrong but no trusted key signed it.',
  )
  .argument('<FILE>', 'the ZIP file')
  .option('--keys <FILE>', "your own copy of the service's /.well-known/evidence-keys.json, or of `keys export`")
  .addOption(jsonOption)
  .action(runs(async () => (await import('../handlers/verify.ts')).verify))

const allDocuments = new Option('--all-documents', 'all documents of the organisation')

const hold = group('hold', 'Manage legal holds, which keep documents after their retention.', [
  command('set')
    .description('Set a legal hold on a document, or on all documents of an organisation: they are not deleted.')
    .argument('[DOCUMENT_ID]', 'the id of the document')
    .addOption(allDocuments)
    .requiredOption('--reason <TEXT>', 'why they must be kept')
    .addOption(orgOption)
    .action(runsConfigured(async () => (await holds()).setHold)),
  command('release')
    .description('Release the legal hold on a document, or on all documents of an organisation.')
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

const suppliers = group('suppliers', 'Check your suppliers before you bill them.', [
  command('check')
    .description(
      'Check a supplier list: who can be billed, what is missing, and who receives self-billed invoices. Columns ' +
        'have the names of an upload, with or without "Supplier" (docs/columns.md lists them, `template --suppliers` ' +
        'writes an example); other columns are ignored, and listed. Exits with 1 unless all suppliers can be billed ' +
        'and reached.',
    )
    .argument('<FILE>', '.xlsx, or CSV (.csv, .tsv); - reads CSV from standard input')
    .option('--offline', 'do not look the suppliers up on the network')
    .addOption(encodingOption)
    .addOption(jsonOption)
    .action(runsConfigured(async () => (await import('../handlers/suppliers/check-suppliers.ts')).checkSuppliers)),
])

const mcp = command('mcp')
  .description(
    'Let an assistant check, explain and find documents, and issue them with --allow-writes, by the Model Context ' +
      'Protocol over standard input and output. It calls the API at SELFBILL_URL (default: the service ' +
      'on this machine) with SELFBILL_TOKEN, or with SELFBILL_CLIENT_ID and SELFBILL_CLIENT_SECRET. Needs the ' +
      'package @modelcontextprotocol/server; exits with 2 without it, and when the service does not accept the token ' +
      'or the secret.',
  )
  .option('--allow-writes', 'also issue and credit, each after a dry run and its confirmation')
  .action(runs(async () => (await import('../handlers/mcp/mcp.ts')).mcp))

export const documents = [importCommand, template, validate, suppliers, xml, rules, explain, verify, hold, mcp] as const

function holds() {
  return import('../handlers/holds.ts')
}
