import { readFileSync } from 'node:fs'
import { isMember } from '../../src/config/members.ts'
import { oldNames } from '../../src/config/old-names.ts'
import { type Setting, settings } from '../../src/config/settings.ts'
import type { GeneratedFile } from './generated-file.ts'

/**
 * The alerts and the dashboard, as the chart carries them, and the schema of its values. Not links: tools that fetch a chart
 * refuse links that lead out of its folder.
 */
export function chartFiles(): readonly GeneratedFile[] {
  const chart = 'deploy/helm/selfbill/files'
  return [
    { path: `${chart}/alerts.yaml`, text: textOf('deploy/prometheus/alerts.yaml') },
    { path: `${chart}/dashboard.json`, text: textOf('deploy/grafana/selfbill.json') },
    { path: schema, text: withSettings(textOf(schema)) },
    { path: parts, text: withSecretSettings(textOf(parts)) },
  ]
}

const schema = 'deploy/helm/selfbill/values.schema.json'
const parts = 'deploy/helm/selfbill/templates/_parts.tpl'

/** The schema of the values with the names of all variables: Helm refuses a misspelt one. */
function withSettings(text: string): string {
  const names = Object.entries<Setting>(settings)
    .filter(([name]) => !name.includes('.'))
    .flatMap(([name, { isSecret }]) => (isSecret === true ? [name, `${name}_FILE`] : [name]))
  const lines = [...names, ...Object.values(oldNames)].toSorted().map((name) => `        ${JSON.stringify(name)}`)
  return text.replace(
    /("setting": \{\n {6}"enum": \[)[^\]]*\]/,
    (_, start) => `${start}\n${lines.join(',\n')}\n      ]`,
  )
}

/** The list of secrets in the templates, old names included: Helm refuses to show them. */
function withSecretSettings(text: string): string {
  const names = Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) =>
    isSecret === true ? [isMember(name) ? oldNames[name] : name].filter((one) => one !== undefined) : [],
  )
  return text.replace(
    /(\{\{- define "selfbill\.secretSettings" -\}\}\n)[^{]*/,
    (_, start) => `${start}${names.toSorted().join(' ')}\n`,
  )
}

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}
