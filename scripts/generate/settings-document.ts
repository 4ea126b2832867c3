import { type Setting, settings } from '../../src/config/settings.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/configuration.md: one line per setting, generated from their declaration. */
export function settingsDocument(): GeneratedFile {
  const all: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settings)
  const groups = [...new Set(all.map(([, { group }]) => group))]
  const parts = groups.map((group) =>
    [
      `## ${group}`,
      '',
      '| Variable | Default | Meaning |',
      '|---|---|---|',
      ...all.filter(([, setting]) => setting.group === group).map(([name, setting]) => row(name, setting)),
    ].join('\n'),
  )
  return { path: 'docs/configuration.md', text: `${[preamble, ...parts, end].join('\n\n')}\n` }
}

const preamble = `<!-- Written by scripts/generate.ts from src/config/settings.ts: do not edit. -->

# Configuration

Selfbill reads its settings from environment variables; for a first try you need none of them. It does not start with a wrong value, and names
each one. A variable with an empty value counts as not set. [Operating](operating.md) says which ones production needs.

**Secrets in files.** ${secretNames()} may stand in a file each: the same name with \`_FILE\` names it, such as
\`SECRET_KEY_FILE=/run/secrets/selfbill-key\`. The file is read once, at the start; white space around the value does not count. A file that is missing or empty, or
that differs from a value that is also set, is refused.`

const end =
  'An empty embedded database gets the organisation "Demo" and the business profile `BP-DEMO000001`, unless `NODE_ENV=production` is set or the gateway is a real one.'

/** "`A`, `B` and `C`": every setting that is or holds a secret. */
function secretNames(): string {
  const all: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settings)
  const names = all.filter(([, { isSecret }]) => isSecret === true).map(([name]) => `\`${name}\``)
  return new Intl.ListFormat('en-GB').format(names)
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
