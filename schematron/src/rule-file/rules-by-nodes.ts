import { ExpressionError } from '../errors.ts'
import type { Alternative } from './match-pattern.ts'
import type { Check, Rule } from './rule-file.ts'

/**
 * One rule for each kind of node that a context matches: code for a rule then knows what it gets. A
 * context of texts, comments or instructions is refused, because the engines try rules on no such
 * nodes; unless no assertion of the rule can fail, so that it only keeps other rules from running.
 *
 * @throws ExpressionError
 */
export function rulesByNodes(
  alternatives: readonly Alternative[],
  rule: Pick<Rule, 'context' | 'lets' | 'checks'>,
): readonly Rule[] {
  const refused = alternatives.find((one) => nodesMatchedBy(one).endsWith('others'))?.levels.at(-1)?.step
  if (refused && !rule.checks.every(alwaysHolds)) {
    const kind = refused.test.kind === 'instruction' ? 'processing-instruction' : refused.test.kind
    const reason = 'rules run on elements, attributes and the document'
    throw new ExpressionError(`${kind}() is not supported in a context: ${reason}`, refused.at)
  }
  const elements = alternatives.filter((one) => nodesMatchedBy(one).startsWith('elements'))
  const attributes = alternatives.filter((one) => nodesMatchedBy(one) === 'attributes')
  return [
    ...(elements.length > 0 || attributes.length === 0
      ? [{ ...rule, nodes: 'elements' as const, alternatives: elements }]
      : []),
    ...(attributes.length > 0 ? [{ ...rule, nodes: 'attributes' as const, alternatives: attributes }] : []),
  ]
}

/** `others` are texts, comments and processing instructions. */
export function nodesMatchedBy({ levels }: Alternative): Rule['nodes'] | 'others' | 'elements and others' {
  const last = levels.at(-1)?.step
  if (last?.axis === 'attribute') return 'attributes'
  if (last?.test.kind === 'node') return 'elements and others'
  return others.has(last?.test.kind ?? '') ? 'others' : 'elements'
}

const others: ReadonlySet<string> = new Set(['text', 'comment', 'instruction'])

/** Whether an assertion never gives a finding. */
function alwaysHolds({ test, assertion }: Check): boolean {
  return test.kind === 'call' && test.name === (assertion.isReport ? 'false' : 'true')
}
