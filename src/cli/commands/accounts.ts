import { Argument, Option } from '@commander-js/extra-typings'
import { numberFormatProblem, usualNumberFormat } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { versions } from '../../api/versions.ts'
import { roles } from '../../security/roles.ts'
import { isScope, type Scope, scopes } from '../../security/scopes.ts'
import { yearsMax, yearsMin } from '../../store/keeping/retentions.ts'
import { command, group, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { orgOption } from '../org-option.ts'
import { jsonOption } from '../rows.ts'
import { UsageError } from '../usage-error.ts'

// Who may use the service: organisations, their programs, people and profiles, and our keys. All of
// them work while the service runs.

const states = ['on', 'off'] as const

const organisationName = 'the name of the organisation'
const apiVersion = new Option(
  '--version <DATE>',
  'the API version of requests that name none (header X-API-VERSION)',
).choices(Object.keys(versions))
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

const organisation = group('organisation', 'Manage the organisations that share the service.', [
  command('list')
    .description('List all organisations.')
    .addOption(jsonOption)
    .action(runsConfigured(async () => (await organisations()).listOrganisations)),
  command('add')
    .description('Add an organisation and print its id.')
    .argument('<NAME>', organisationName)
    .addOption(apiVersion)
    .addOption(phase2)
    .addOption(numbering)
    .addOption(numberFormat)
    .addOption(compatibility)
    .addOption(retention)
    .addOption(removal)
    .action(runsConfigured(async () => (await organisations()).addOrganisation)),
  command('show')
    .description('Show the settings of an organisation.')
    .argument('<NAME>', organisationName)
    .addOption(jsonOption)
    .action(runsConfigured(async () => (await organisations()).showOrganisation)),
  command('set')
    .description('Change an organisation. Settings that are not named stay as they are.')
    .argument('<NAME>', organisationName)
    .option('--name <NAME>', 'rename it')
    .addOption(apiVersion)
    .addOption(phase2)
    .addOption(numbering)
    .addOption(numberFormat)
    .addOption(compatibility)
    .addOption(retention)
    .addOption(removal)
    .addOption(yesOption)
    .action(runsConfigured(async () => (await organisations()).changeOrganisation)),
  command('revoke')
    .description('Lock out every account of an organisation. Documents on their way are still delivered.')
    .argument('<NAME>', organisationName)
    .addOption(yesOption)
    .action(runsConfigured(async () => (await organisations()).revokeOrganisation)),
])

const client = group('client', 'Manage the clients of an organisation. A client is a program that calls the API.', [
  command('list')
    .description('List the clients of an organisation.')
    .addOption(jsonOption)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await clients()).listClients)),
  command('add')
    .description('Add a client and print its id and secret. The secret is shown only once.')
    .argument('<NAME>', 'a name for the client')
    .addOption(
      new Option(
        '--scope <SCOPES>',
        'what it may do, in quotes; any of documents:read documents:write documents:approve profiles admin operator',
      )
        .argParser(parseScopes)
        .default(parseScopes('documents:read documents:write'), 'documents:read documents:write'),
    )
    .addOption(orgOption)
    .action(runsConfigured(async () => (await clients()).addClient)),
  command('rotate')
    .description('Replace the secret of a client and print the new one. It is shown only once.')
    .argument('<CLIENT_ID>', 'the id of the client')
    .addOption(
      new Option('--overlap <HOURS>', 'hours the old secret stays valid, 0 to 720').argParser(parseHours).default(24),
    )
    .addOption(orgOption)
    .action(runsConfigured(async () => (await clients()).rotateClient)),
  command('revoke')
    .description('Revoke a client. Its tokens are refused within 30 seconds.')
    .argument('<CLIENT_ID>', 'the id of the client')
    .addOption(orgOption)
    .action(runsConfigured(async () => (await clients()).revokeClient)),
])

const userArgument = new Argument('<USER>', 'the id or e-mail address of the user')

const user = group('user', 'Manage the users of an organisation. A user is a person who signs in.', [
  command('list')
    .description('List the users of an organisation: id, role, name, e-mail address.')
    .addOption(jsonOption)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await users()).listUsers)),
  command('add')
    .description('Add a user and print the id. The user signs in with a login link or at the OpenID provider.')
    .argument('<NAME>', 'the name of the person')
    .option('--email <ADDRESS>', 'the e-mail address')
    .addOption(new Option('--role <ROLE>', 'what the user may do').choices(roles).default('viewer' as const))
    .addOption(orgOption)
    .action(runsConfigured(async () => (await users()).addUser)),
  command('remove')
    .description('Remove a user. All sessions end.')
    .addArgument(userArgument)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await users()).removeUser)),
  command('data')
    .description('Print what the service knows about a user, without secrets: one JSON object a line.')
    .addArgument(userArgument)
    .addOption(orgOption)
    .action(runsConfigured(async () => (await personalData()).printPersonalData)),
  command('erase')
    .description(
      'Remove a user and erase the drafts, and the name and the e-mail address everywhere except in the audit log. ' +
        'Documents keep what was written into them.',
    )
    .addArgument(userArgument)
    .addOption(orgOption)
    .addOption(yesOption)
    .action(runsConfigured(async () => (await personalData()).eraseUser)),
  command('role')
    .description(
      'Give a user another role. Only this command makes operators. A higher role ends the sessions and login links ' +
        'of the user.',
    )
    .addArgument(userArgument)
    .addArgument(new Argument('<ROLE>', 'the new role').choices(roles))
    .addOption(orgOption)
    .action(runsConfigured(async () => (await users()).setRole)),
])

const loginLink = command('login-link')
  .description(
    'Print a link that signs a user in. It works once, within ten minutes. Default: the first administrator.',
  )
  .option('--email <ADDRESS>', 'the user with this e-mail address')
  .option('--user <ID>', 'the user with this id')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/login-link.ts')).printLoginLink))

/** The API lists and changes profiles. */
const profile = group('profile', 'Add business profiles. A business profile is a company that issues documents.', [
  command('add')
    .description('Add a business profile and print its id.')
    .argument('<FILE>', 'a JSON file like examples/business-profile.json; - reads standard input')
    .addOption(orgOption)
    .action(runsConfigured(async () => (await import('../handlers/add-profile.ts')).addProfile)),
])

const token = command('token')
  .description('Print a token for the API, valid for 24 hours. Send it as Authorization: Bearer TOKEN.')
  .option(
    '--scope <SCOPES>',
    'what it may do, in quotes; any of documents:read documents:write documents:approve profiles admin operator ' +
      '(default: documents:read documents:write profiles)',
    parseScopes,
  )
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/print-token.ts')).printToken))

const keys = group('keys', 'List, export or rotate signing keys; encrypt secrets under a new SECRET_KEY.', [
  command('list')
    .description('List the keys in use.')
    .option('--all', 'also keys that are no longer used')
    .addOption(jsonOption)
    .action(runsConfigured(async () => (await keyHandlers()).listKeys)),
  command('export')
    .description('Print the public keys that verify evidence, also of the past, as `verify --keys` reads them.')
    .action(runsConfigured(async () => (await keyHandlers()).exportKeys)),
  command('rotate')
    .description('Start using a new key. Exits with 1 while an earlier rotation is under way.')
    .option('--at-once', 'stop accepting older keys now: all tokens issued so far are refused')
    .addOption(yesOption)
    .action(runsConfigured(async () => (await keyHandlers()).rotate)),
  command('reseal')
    .description(
      'Encrypt the stored secrets with SECRET_KEY: those of a key in SECRET_KEY_FORMER, and those that are not ' +
        'encrypted yet. The service may run meanwhile. After an interruption, run the same command again. Prints how ' +
        'many secrets each key decrypts; exits with 1 while a former key is needed, or no key decrypts some of them.',
    )
    .option('--dry-run', 'encrypt nothing; only count')
    .addOption(jsonOption)
    .action(runsConfigured(async () => (await import('../handlers/reseal.ts')).reseal)),
])

export const accounts = [organisation, client, user, loginLink, profile, token, keys] as const

function organisations() {
  return import('../handlers/organisations.ts')
}

function clients() {
  return import('../handlers/clients.ts')
}

function personalData() {
  return import('../handlers/personal-data.ts')
}

function users() {
  return import('../handlers/users.ts')
}

function keyHandlers() {
  return import('../handlers/keys.ts')
}

/** Each scope once, in the order of `scopes`. */
function parseScopes(text: string): readonly Scope[] {
  const named = text.split(/[ ,]+/).filter((word) => word !== '')
  if (named.length === 0 || !named.every(isScope)) {
    throw new UsageError(`--scope must be one or more of ${scopes.join(' ')}`)
  }
  return scopes.filter((scope) => named.includes(scope))
}

function parseHours(text: string): number {
  const hours = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(hours <= 720)) throw new UsageError('--overlap must be hours from 0 to 720')
  return hours
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
