import type { CatalogueRule, RuleSet } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../config/config.ts'
import { openCatalogue } from '../../rules/open-rulebook.ts'
import { rulebookOptionsOf } from '../../service/rulebook.ts'
import { type JsonOption, printJson, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { rulesNamed } from './explained-rules.ts'

/** Lists the rules in force; with an id, prints everything about that rule. */
export async function printRules(
  terminal: Terminal,
  config: Config,
  id: string | undefined,
  { set, arabic, json }: RulesOptions,
): Promise<number> {
  const all = await openCatalogue(rulebookOptionsOf(config))
  const rules = (id === undefined ? all : rulesNamed(id, all)).filter(
    ({ sets }) => set === undefined || sets.includes(set),
  )
  if (rules.length === 0) {
    terminal.warn(id === undefined ? 'there are no rules' : `there is no rule ${id}`)
    return 1
  }
  if (json === true) for (const rule of rules) printJson(terminal, rule)
  else if (id !== undefined) terminal.print(rules.map(ruleDetails).join('\n'))
  else printRows(terminal, rules.map(rowOf(arabic === true)), ['id', 'source', 'severity', 'sets', 'message'], {})
  return 0
}

interface RulesOptions extends JsonOption {
  readonly set?: RuleSet | undefined
  readonly arabic?: true | undefined
}

function rowOf(isArabic: boolean) {
  return (rule: CatalogueRule) => {
    const messages = rule.assertions.map(({ message }) => (isArabic ? (message.ar ?? message.en) : message.en))
    const { id, severity, sets } = rule
    return { id, source: source(rule), severity, sets, message: [...new Set(messages)].join(' ') }
  }
}

/** Everything about a rule. */
export function ruleDetails(rule: CatalogueRule): string {
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
