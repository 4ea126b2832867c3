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
  .description('Spread the tables over the workers of Citus. Stop all instances first.')
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/while-stopped.ts')).distributeTables))

const backup = command('backup')
  .description('Copy the embedded database. The service may run meanwhile.')
  .argument('<FILE>', 'the copy; it must not exist yet')
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).backup))

const restored = command('restored')
  .description(
    'After restoring a backup: skip document numbers, check deliveries again, and hold uploads that were being ' +
      'issued. Stop all instances first.',
  )
  .addOption(
    new Option('--skip-numbers <N>', 'how many document numbers to skip, so that none is used twice; such as 100000')
      .argParser(parseCount)
      .makeOptionMandatory(),
  )
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/while-stopped.ts')).readyRestored))

const check = command('check')
  .description(
    'Check the hash chain of the documents, and that SECRET_KEY decrypts the secrets in the database, that an ' +
      'embedded database is whole, and that the mail server and the rule books in RULEBOOKS_DIR work. Also lists ' +
      'documents of earlier versions whose numbers look the same. ' +
      'Exits with 1 when something is wrong.',
  )
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).checkDatabase))

const exportCommand = command('export')
  .description(
    'Write everything of an organisation into a folder: documents, attachments, statuses, ' +
      'settings, people, agreements, audit log. Run it again to continue after an interruption.',
  )
  .argument('<DIR>', 'the folder; it must be empty, or hold an export that was interrupted')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/export/export.ts')).exportOrganisation))

/** The service does the same every 30 days. */
const objects = command('objects')
  .description(
    'Clean up the object store: mark objects that the database does not use, and delete those that were marked 30 ' +
      'days ago. With --dry-run only list them.',
  )
  .option('--dry-run', 'change nothing; list each unused object, and when it was marked')
  .addOption(onlyOrgOption)
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/objects.ts')).reviewObjectStore))

export const database = [migrate, distribute, backup, restored, check, exportCommand, objects] as const

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new UsageError('--skip-numbers must be a number from 0 to 999999999')
  return Number(text)
}
