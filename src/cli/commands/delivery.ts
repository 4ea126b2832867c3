import { Option } from '@commander-js/extra-typings'
import { command, group, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { onlyOrgOption, orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'

// What happens to documents on their way. All of it works while the service runs, which sends what
// `retry` and `report` made due when it next looks.

const legs = command('legs')
  .description(
    'List deliveries (legs) that need attention. A document has two legs: C3 goes to the other party, C5 to the tax ' +
      'authority. Choose one list: --stalled, --overdue, --open or --unknown.',
  )
  .addOption(
    new Option('--stalled', 'legs that stopped after their last attempt: repair the cause, then use `retry`').conflicts(
      ['overdue', 'open', 'unknown'],
    ),
  )
  .addOption(
    new Option(
      '--overdue',
      'legs that arrived and whose answer is late. In the sandbox, receipt_at lies before the real receipt by the ' +
        'time that `sandbox advance` has skipped since',
    ).conflicts(['open', 'unknown']),
  )
  .addOption(new Option('--open', 'how many legs each access point still has to deliver').conflicts(['unknown', 'org']))
  .addOption(
    new Option(
      '--unknown <FILE>',
      'which transmissions in FILE belong to no leg; one UUID a line, - reads standard input',
    ).conflicts('org'),
  )
  .addOption(onlyOrgOption)
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/legs.ts')).listLegs))

const outages = command('outages')
  .description('List the times when documents could not be delivered, and by when to report them.')
  .option('--since <DATE>', 'outages that ended on this day or later, or still last; such as 2026-07-15')
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/outages.ts')).printOutages))

const retry = command('retry')
  .description('Send stalled legs again: one leg, all of a document, or all with the same error.')
  .argument('[ID]', 'the UUID of a transmission, or the id of a document for all its stalled legs')
  .option('--because <TEXT>', 'all legs whose last error contains TEXT; `legs --stalled` shows the errors')
  .addOption(onlyOrgOption)
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/retry.ts')).retryLegs))

const report = command('report')
  .description('Report a document again to the tax authority, after the authority rejected its report.')
  .argument('<DOCUMENT_ID>', 'the id of the document')
  .action(runsConfigured(async () => (await import('../handlers/report-again.ts')).report))

const listen = command('listen')
  .description(
    'Send the events of documents to a program on your machine as they happen, signed like a webhook. ' +
      'The service needs no connection to your machine. Each line ends with a cursor: --since continues from there.',
  )
  .requiredOption('--forward <URL>', 'the address of your program, such as http://localhost:3000/hook')
  .option(
    '--url <URL>',
    'the service (default: SELFBILL_URL, or the one on this machine); elsewhere SELFBILL_TOKEN must hold a token',
  )
  .option(
    '--secret <SECRET>',
    'the secret that signs the events: whsec_ and Base64 (default: a new one, which is printed)',
  )
  .option('--since <CURSOR>', 'events after this one; 0: all of them (default: from now on)')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/listen.ts')).listen))

/** The API offers the same. */
const sandbox = group('sandbox', 'Let time pass in the sandbox.', [
  command('advance')
    .description(
      'Let time pass for an organisation: what is due within it is due now. A running service follows within a second.',
    )
    .argument('<DURATION>', '90s, 30m, 1h30m, 2d, or ISO 8601: PT30M, P1D')
    .addOption(orgOption)
    .option('--all-organisations', 'for every organisation')
    .action(runsConfigured(async () => (await import('../handlers/advance-sandbox.ts')).advanceSandbox)),
])

export const delivery = [legs, outages, retry, report, listen, sandbox] as const
