import { command, runsConfigured } from '../command.ts'

/** `report`: the running service sends the report when it next looks. */
export const report = command('report')
  .description('Report a document again to the tax authority. Possible after the authority rejected its report.')
  .argument('<DOCUMENT_ID>', 'the id of the document')
  .action(runsConfigured(async () => (await import('../handlers/report-again.ts')).report))
