import { command, runsConfigured } from '../command.ts'

/** `check`: works while the service runs. */
export const check = command('check')
  .description(
    'Check the embedded database, the chain of documents, and the mail server. Exits with 1 when something is wrong.',
  )
  .action(runsConfigured(async () => (await import('../handlers/database.ts')).checkDatabase))
