import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { type CatalogueRule, openCatalogue } from '../../rulebook/catalogue/catalogue.ts'
import { ruleSets } from '../../rulebook/rule-set.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Prints the rules in force, a line each, tab-separated: id, official or ours, severity, sets, message. With an id: all that is
 * known of the rules that bear it; exit 1 when none does. `--arabic` tells messages in Arabic.
 */
export async function printRules(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { set: { type: 'string' }, arabic: { type: 'boolean', default: false } },
  })
  const [id, ...more] = positionals
  if (more.length > 0) throw new UsageError('rules takes one id at most')
  if (values.set !== undefined && !ruleSets.some((set) => set === values.set)) {
    throw new UsageError(`--set must be one of ${ruleSets.join(', ')}`)
  }
  const rules = openCatalogue({ gaps: config.rulebookGaps, directory: config.rulebookDirectory })
    .filter(({ sets }) => values.set === undefined || sets.some((set) => set === values.set))
    .filter((rule) => id === undefined || rule.id === id.toUpperCase())
  if (rules.length === 0) {
    console.error(`there is no rule ${id}`)
    return 1
  }
  console.log(rules.map((rule) => (id === undefined ? line(rule, values.arabic) : whole(rule))).join('\n'))
  return 0
}

function line(rule: CatalogueRule, isArabic: boolean): string {
  const messages = rule.assertions.map(({ message }) => (isArabic ? (message.ar ?? message.en) : message.en))
  const said = [...new Set(messages)].join(' ')
  return [rule.id, whose(rule), rule.severity, rule.sets.join(','), said].join('\t')
}

function whole(rule: CatalogueRule): string {
  const assertions = rule.assertions.flatMap(({ sets, context, test, message }) => [
    '',
    `  ${message.en}`,
    ...(message.ar === null ? [] : [`  ${message.ar}`]),
    `  context  ${context}`,
    `  test     ${test}`,
    ...(sets.length < rule.sets.length ? [`  set      ${sets.join(', ')}`] : []),
  ])
  return [
    `${rule.id}: ${rule.severity}, ${whose(rule)}`,
    `  sets     ${rule.sets.join(', ')}`,
    `  terms    ${rule.terms.join(', ') || '-'}`,
    `  fields   ${rule.fields.join('\n           ') || '-'}`,
    ...assertions,
    '',
  ].join('\n')
}

function whose({ official }: CatalogueRule): string {
  return official ? 'official' : 'ours'
}
