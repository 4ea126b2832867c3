import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { orgOption } from '../org-option.ts'

// `hold set|release|list`: works while the service runs.

const allDocuments = new Option('--all-documents', 'the hold on the whole organisation')

const set = command('set')
  .description('Set a legal hold on a document, or on an organisation: nothing of it is deleted.')
  .argument('[DOCUMENT_ID]', 'the id of the document')
  .addOption(allDocuments)
  .requiredOption('--reason <TEXT>', 'why nothing may be deleted')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/holds.ts')).setHold))

const release = command('release')
  .description('Release the legal hold on a document, or on an organisation.')
  .argument('[DOCUMENT_ID]', 'the id of the document')
  .addOption(allDocuments)
  .addOption(yesOption)
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/holds.ts')).releaseHold))

const list = command('list')
  .description('List the legal holds of an organisation: date, document, person and reason.')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/holds.ts')).listHolds))

export const hold = command('hold')
  .description('Manage legal holds, which keep documents after their retention.')
  .addCommand(set)
  .addCommand(release)
  .addCommand(list)
