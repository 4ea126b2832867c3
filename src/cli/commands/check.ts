import { command, runsConfigured } from '../command.ts'

/** `check`: works while the service runs. */
export const check = command('check')
  .description(
    'Check every page of the embedded database; on either database the chain of documents, the mail server, and the ' +
      'rule books in RULEBOOKS_DIR. Also lists documents of earlier versions whose numbers read the same. ' +
      'Exits with 1 when something is wrong.',
  )
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).checkDatabase))
