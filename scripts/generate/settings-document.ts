import { isMember, membersOf, placeOf, settingsWithMembers } from '../../src/config/members.ts'
import { type Setting, type SettingName, settings } from '../../src/config/settings.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/configuration.md: one line per setting, generated from their declaration. */
export function settingsDocument(): GeneratedFile {
  const groups = [...new Set(variables.map(([, { group }]) => group))]
  const parts = groups.flatMap((group) => {
    const own = variables.filter(([, setting]) => setting.group === group)
    const withMembers = settingsWithMembers.filter((name) => settings[name].group === group)
    return [`## ${group}`, table('Variable', own), ...withMembers.map(membersTable)]
  })
  return { path: 'docs/configuration.md', text: `${[preamble, ...parts, end].join('\n\n')}\n` }
}

const all: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settings)
const variables = all.filter(([name]) => !isMember(name))

function table(heading: string, rows: typeof all): string {
  return [
    `| ${heading} | Default | Meaning |`,
    '|---|---|---|',
    ...rows.map(([name, setting]) => row(name, setting)),
  ].join('\n')
}

function membersTable(setting: SettingName): string {
  return table(
    `Member of \`${setting}\``,
    membersOf(setting).map((name) => [placeOf(name)[1], settings[name]] as const),
  )
}

const preamble = `<!-- Written by scripts/generate.ts from src/config/settings.ts: do not edit. -->

# Configuration

Selfbill reads its settings from environment variables; for a first try you need none of them. It does not start with a wrong value, and names
each one. A variable with an empty value counts as not set. [Operating](operating.md) says which ones production needs.

**Secrets in files.** ${secretNames()} may stand in a file each: the same name with \`_FILE\` names it, such as
\`SECRET_KEY_FILE=/run/secrets/selfbill-key\`. The file is read once, at the start; white space around the value does not count. A file that is missing or empty, or
that differs from a value that is also set, is refused.

**Settings with members.** ${membersNames()} have members, each with a name: \`name=value\`, separated by commas, spaces or line ends. A value with a comma or a space stands in single or
double quotes, and the same quote in it is doubled. All of these are the same:

    TUNING=worker_concurrency=16,rate_limit_per_minute=600
    TUNING="worker_concurrency=16 rate_limit_per_minute=600"

A file holds them one to a line, and some may stand in the file and others in the variable:

    OIDC=issuer=https://login.example/tenant,client_id=selfbill,roles='bookkeepers=clerk,chiefs=admin'
    OIDC_FILE=/run/secrets/oidc      # client_secret=…

An unknown member is refused. Other pages and messages write \`TUNING.worker_concurrency\` for the member \`worker_concurrency\` of \`TUNING\`. Until 0.2.0 each member may be given by the name that it had as a
setting of its own ([upgrading](upgrading.md#settings-with-members)).

A switch is \`on\` or \`off\`; \`true\` and \`false\` mean the same.`

const end =
  'An empty embedded database gets the organisation "Demo" and the business profile `BP-DEMO000001`, unless `NODE_ENV=production` is set or the gateway is a real one.'

/** "`A`, `B` and `C`": every setting that is or holds a secret. */
function secretNames(): string {
  const names = variables.filter(([, { isSecret }]) => isSecret === true).map(([name]) => `\`${name}\``)
  return new Intl.ListFormat('en-GB').format(names)
}

function membersNames(): string {
  return new Intl.ListFormat('en-GB').format(settingsWithMembers.map((name) => `\`${name}\``))
}

function row(name: string, setting: Setting): string {
  const cells = [`\`${name}\``, defaultOf(setting), meaningOf(setting)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function defaultOf({ defaultValue, defaultText }: Setting): string {
  if (defaultText !== undefined) return defaultText
  return defaultValue === undefined ? '–' : `\`${defaultValue}\``
}

/** The meaning, with what the declaration says besides: values, range, and when it is required. */
function meaningOf({ meaning, values, range, required }: Setting): string {
  const isSwitch = values?.join() === 'on,off'
  const also = [
    values === undefined || isSwitch ? undefined : `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
    range === undefined ? undefined : `from ${range.map((bound) => bound.toLocaleString('en')).join(' to ')}`,
    required === undefined ? undefined : `must be set ${required}`,
  ].filter((words) => words !== undefined)
  return also.length === 0 ? meaning : `${meaning}. ${also.map(capitalised).join('. ')}`
}

function capitalised(words: string): string {
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}
