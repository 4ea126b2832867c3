import { Option } from '@commander-js/extra-typings'
import { numberFormatProblem, usualNumberFormat } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { versions } from '../../api/versions.ts'
import { yearsMax, yearsMin } from '../../store/keeping/retentions.ts'
import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { UsageError } from '../usage-error.ts'

// `organisation list|add|show|set|revoke`: works while the service runs.

const name = 'the name of the organisation'
const version = new Option('--version <DATE>', 'API version of requests without X-API-VERSION').choices(apiVersions())
const states = ['on', 'off'] as const
const phase2 = new Option('--phase2 <STATE>', 'off: check documents, but never send them').choices(states)
const numbering = new Option('--numbering <STATE>', 'off: every request must bring its own document_number').choices(
  states,
)
const numberFormat = new Option(
  '--number-format <FORMAT>',
  `how generated document numbers look, such as ${usualNumberFormat}`,
).argParser(checkFormat)
const compatibility = new Option(
  '--compatibility <PREFIX>',
  "compatibility mode: the prefix of its clients' headers, such as x-acme; off: strict mode",
)

const retention = new Option(
  '--retention <YEARS>',
  'how long documents are kept, from the end of the calendar year; default 7',
).argParser(checkYears)
const removal = new Option(
  '--remove-after-retention <STATE>',
  'on: remove the content of documents after their retention, for good',
).choices(states)

const list = command('list')
  .description('List all organisations.')
  .action(runsConfigured(async () => (await import('../handlers/organisations.ts')).listOrganisations))

const add = command('add')
  .description('Add an organisation and print its id.')
  .argument('<NAME>', name)
  .addOption(version)
  .addOption(phase2)
  .addOption(numbering)
  .addOption(numberFormat)
  .addOption(compatibility)
  .addOption(retention)
  .addOption(removal)
  .action(runsConfigured(async () => (await import('../handlers/organisations.ts')).addOrganisation))

const show = command('show')
  .description('Show the settings of an organisation.')
  .argument('<NAME>', name)
  .action(runsConfigured(async () => (await import('../handlers/organisations.ts')).showOrganisation))

const set = command('set')
  .description('Change an organisation. Settings that are not named stay as they are.')
  .argument('<NAME>', name)
  .option('--name <NAME>', 'rename it')
  .addOption(version)
  .addOption(phase2)
  .addOption(numbering)
  .addOption(numberFormat)
  .addOption(compatibility)
  .addOption(retention)
  .addOption(removal)
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/organisations.ts')).changeOrganisation))

const revoke = command('revoke')
  .description('Lock out every account of an organisation. Documents on their way are still delivered.')
  .argument('<NAME>', name)
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/organisations.ts')).revokeOrganisation))

export const organisation = command('organisation')
  .description('Manage the organisations that share the service.')
  .addCommand(list)
  .addCommand(add)
  .addCommand(show)
  .addCommand(set)
  .addCommand(revoke)

function apiVersions(): readonly string[] {
  return Object.keys(versions)
}

function checkYears(text: string): number {
  const years = Number(text)
  if (Number.isInteger(years) && years >= yearsMin && years <= yearsMax) return years
  throw new UsageError(`--retention must be a whole number from ${yearsMin} to ${yearsMax}`)
}

function checkFormat(format: string): string {
  const problem = numberFormatProblem(format, '--number-format')
  if (problem !== undefined) throw new UsageError(inEnglish(problem))
  return format
}
