import { Option } from '@commander-js/extra-typings'
import { command, group, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { onlyOrgOption, orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'

// What happens to documents on their way. All of it works while the service runs, which sends what
// `retry` and `report` made due when it next looks.

const legs = command('legs')
  .description('List the legs that need attention. Choose one list: --stalled, --overdue, --open or --unknown.')
  .addOption(new Option('--stalled', 'legs that wait for a person').conflicts(['overdue', 'open', 'unknown']))
  .addOption(new Option('--overdue', 'legs whose status is overdue').conflicts(['open', 'unknown']))
  .addOption(new Option('--open', 'how many legs still need each access point').conflicts(['unknown', 'org']))
  .addOption(
    new Option(
      '--unknown <FILE>',
      'transmissions in FILE without a leg; one UUID per line, - for standard input',
    ).conflicts('org'),
  )
  .addOption(onlyOrgOption)
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/legs.ts')).listLegs))

const outages = command('outages')
  .description('List the times when documents could not be delivered, and by when to report them.')
  .option('--since <DATE>', 'outages that lasted on this day or later, such as 2026-07-15')
  .addOption(jsonOption)
  .action(runsConfigured(async () => (await import('../handlers/outages.ts')).printOutages))

const retry = command('retry')
  .description('Send stalled legs again. Name a leg, a document or a part of the error.')
  .argument('[ID]', 'a transmission UUID, or a document id for all its stalled legs')
  .option('--because <TEXT>', 'all legs whose last error contains TEXT; legs --stalled shows the errors')
  .addOption(onlyOrgOption)
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/retry.ts')).retryLegs))

const report = command('report')
  .description('Report a document again to the tax authority. Possible after the authority rejected its report.')
  .argument('<DOCUMENT_ID>', 'the id of the document')
  .action(runsConfigured(async () => (await import('../handlers/report-again.ts')).report))

const listen = command('listen')
  .description(
    'Post the events of documents to a receiver on your machine as they happen, signed like a webhook. ' +
      'The service needs no way to your machine. Each line ends with the cursor from which --since continues.',
  )
  .requiredOption('--forward <URL>', 'your receiver, such as http://localhost:3000/hook')
  .option('--url <URL>', 'the service (default: the one on this machine); SELFBILL_TOKEN must hold a token')
  .option('--secret <SECRET>', 'the secret that signs, whsec_ and Base64 (default: a new one, which is printed)')
  .option('--since <CURSOR>', 'events after this one; 0: all of them (default: from now on)')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/listen.ts')).listen))

/** The API offers the same. */
const sandbox = group('sandbox', 'Let time pass in the sandbox.', [
  command('advance')
    .description('Move the clock of the sandbox forward. A running service sees it within a second.')
    .argument('<DURATION>', '90s, 30m, 1h30m, 2d, or ISO 8601: PT30M, P1D')
    .addOption(orgOption)
    .option('--all-organisations', 'every organisation')
    .action(runsConfigured(async () => (await import('../handlers/advance-sandbox.ts')).advanceSandbox)),
])

export const delivery = [legs, outages, retry, report, listen, sandbox] as const
