import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { onlyOrgOption, orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'
import { UsageError } from '../usage-error.ts'

// The database and the object store. Before `distribute` and `restored` every instance must stop;
// the others work while the service runs.

const migrate = command('migrate')
  .description('Update the database to this version.')
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/migrate.ts')).migrate))

const distribute = command('distribute')
  .description('Spread the tables over the workers of Citus, while no instance runs.')
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/while-stopped.ts')).distributeTables))

const backup = command('backup')
  .description('Copy the embedded database, also while the service uses it.')
  .argument('<FILE>', 'the copy; it must not exist yet')
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).backup))

const restored = command('restored')
  .description('Prepare a restored database for its first start, while no instance runs.')
  .addOption(
    new Option('--skip-numbers <N>', 'how many document numbers to skip, such as 100000, so that none is used twice')
      .argParser(parseCount)
      .makeOptionMandatory(),
  )
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/while-stopped.ts')).readyRestored))

const check = command('check')
  .description(
    'Check every page of the embedded database; on either database the chain of documents, the mail server, and the ' +
      'rule books in RULEBOOKS_DIR. Also lists documents of earlier versions whose numbers read the same. ' +
      'Exits with 1 when something is wrong.',
  )
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).checkDatabase))

const exportCommand = command('export')
  .description(
    'Write everything of an organisation into a folder: documents with their texts, attachments and statuses, ' +
      'settings, people, agreements, audit log. Run it again to continue after an interruption.',
  )
  .argument('<DIR>', 'the folder; it must be empty, or hold an export that was interrupted')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/export/export.ts')).exportOrganisation))

/** The service does the same every 30 days. */
const objects = command('objects')
  .description(
    'Compare the object store with the database: note the objects that no row refers to, and delete those that were ' +
      'noted 30 days ago. With --dry-run only list them.',
  )
  .option('--dry-run', 'write and delete nothing; print each object without a row, and since when that is known')
  .addOption(onlyOrgOption)
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/objects.ts')).reviewObjectStore))

export const database = [migrate, distribute, backup, restored, check, exportCommand, objects] as const

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new UsageError('--skip-numbers must be a number from 0 to 999999999')
  return Number(text)
}
