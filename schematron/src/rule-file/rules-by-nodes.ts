import type { Alternative } from './match-pattern.ts'
import type { Check, Rule } from './rule-file.ts'

/** One rule for each kind of node that a context matches: code for a rule then knows what it gets. */
export function rulesByNodes(
  alternatives: readonly Alternative[],
  rule: Pick<Rule, 'context' | 'lets' | 'checks'>,
): readonly Rule[] {
  const rules = kinds.map((nodes) => ({
    ...rule,
    nodes,
    alternatives: alternatives.filter((one) => nodesMatchedBy(one).includes(nodes)),
  }))
  const some = rules.filter((one) => one.alternatives.length > 0)
  // One that nothing can match stays, so that its assertions are counted.
  return some.length > 0 ? some : rules.slice(0, 1)
}

/** The rules of a pattern, without those about pieces unless one of these can have a finding. */
export function withoutIdle(rules: readonly Rule[]): readonly Rule[] {
  const isNeeded = rules.some(({ nodes, checks }) => nodes === 'pieces' && !checks.every(alwaysHolds))
  return isNeeded ? rules : rules.filter(({ nodes }) => nodes !== 'pieces')
}

const kinds = ['elements', 'attributes', 'pieces'] as const

export function nodesMatchedBy({ levels }: Alternative): readonly Rule['nodes'][] {
  const last = levels.at(-1)?.step
  if (last?.axis === 'attribute') return ['attributes']
  if (last?.test.kind === 'node') return ['elements', 'pieces']
  return pieces.has(last?.test.kind ?? '') ? ['pieces'] : ['elements']
}

const pieces: ReadonlySet<string> = new Set(['text', 'comment', 'instruction'])

/** Whether an assertion never gives a finding. */
function alwaysHolds({ test, assertion }: Check): boolean {
  return test.kind === 'call' && test.name === (assertion.isReport ? 'false' : 'true')
}
