import { command, runsConfigured } from '../command.ts'

/** `check`: works while the service runs. */
export const check = command('check')
  .description(
    'Check the embedded database, the chain of documents, the mail server, and the rule books in RULEBOOKS_DIR. ' +
      'Exits with 1 when something is wrong.',
  )
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).checkDatabase))
