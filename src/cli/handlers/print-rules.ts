import type { CatalogueRule, RuleSet } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../config/config.ts'
import { openCatalogue } from '../../rules/open-rulebook.ts'
import { rulebookOptionsOf } from '../../service/rulebook.ts'
import type { Terminal } from '../terminal.ts'

/** Prints the rules in force, a line each; with an id, everything about that rule. */
export async function printRules(
  terminal: Terminal,
  config: Config,
  id: string | undefined,
  { set, arabic }: RulesOptions,
): Promise<number> {
  const all = await openCatalogue(rulebookOptionsOf(config))
  const rules = all
    .filter(({ sets }) => set === undefined || sets.includes(set))
    .filter((rule) => id === undefined || rule.id === id.toUpperCase())
  if (rules.length === 0) {
    terminal.warn(id === undefined ? 'there are no rules' : `there is no rule ${id}`)
    return 1
  }
  terminal.print(rules.map((rule) => (id === undefined ? line(rule, arabic === true) : details(rule))).join('\n'))
  return 0
}

interface RulesOptions {
  readonly set?: RuleSet | undefined
  readonly arabic?: true | undefined
}

function line(rule: CatalogueRule, isArabic: boolean): string {
  const messages = rule.assertions.map(({ message }) => (isArabic ? (message.ar ?? message.en) : message.en))
  const message = [...new Set(messages)].join(' ')
  return [rule.id, source(rule), rule.severity, rule.sets.join(','), message].join('\t')
}

function details(rule: CatalogueRule): string {
  const assertions = rule.assertions.flatMap(({ sets, context, test, message }) => [
    '',
    `  ${message.en}`,
    ...(message.ar === null ? [] : [`  ${message.ar}`]),
    `  context  ${context}`,
    `  test     ${test}`,
    ...(sets.length < rule.sets.length ? [`  set      ${sets.join(', ')}`] : []),
  ])
  return [
    `${rule.id}: ${rule.severity}, ${source(rule)}`,
    `  sets     ${rule.sets.join(', ')}`,
    `  terms    ${rule.terms.join(', ') || '-'}`,
    `  fields   ${rule.fields.join('\n           ') || '-'}`,
    ...assertions,
    '',
  ].join('\n')
}

function source({ official }: CatalogueRule): string {
  return official ? 'official' : 'ours'
}
