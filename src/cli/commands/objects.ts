import { command, runsConfigured } from '../command.ts'
import { onlyOrgOption } from '../org-option.ts'

/** `objects`: works while the service runs, which does the same every 30 days. */
export const objects = command('objects')
  .description(
    'Compare the object store with the database: note the objects that no row refers to, and delete those that were ' +
      'noted 30 days ago. With --dry-run only list them.',
  )
  .option('--dry-run', 'write and delete nothing; print each object without a row, and since when that is known')
  .addOption(onlyOrgOption)
  .action(runsConfigured(async () => (await import('../handlers/objects.ts')).reviewObjectStore))
