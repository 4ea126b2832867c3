import { Decimal } from '@selfbill/schematron/decimal'
import type { Expression, Pattern, Rule, RuleFile, Step } from '@selfbill/schematron/engine'
import type { Alternative } from '../../../schematron/src/rule-file/match-pattern.ts'
import type { Check } from '../../../schematron/src/rule-file/rule-file.ts'
import type { ComparisonOperator, Literal } from '../../../schematron/src/xpath/ast.ts'

/** A rule file with one mistake in it, cut down to what the mistake can change. */
export interface Mutant {
  /** The changed rule. For a changed context, all rules that follow in the pattern count too. */
  readonly ids: readonly string[]
  /** The place and the change: `periods.sch: ibr-030, 12: >= becomes >`. */
  readonly what: string
  readonly file: RuleFile
  /** The same file without the mistake, and a name for it that several mutants share. */
  readonly original: RuleFile
  readonly key: string
}

/** Every small mistake that an author could make in the tests and contexts of a rule file. */
export function mutantsOf(file: RuleFile): Mutant[] {
  return file.patterns.flatMap((pattern) =>
    pattern.rules.flatMap((rule, at) => [
      // A rule for attributes never runs.
      ...(rule.alternatives.length === 0 ? [] : rule.checks).flatMap((check) =>
        testMutants(file, pattern, at, rule, check),
      ),
      ...contextMutants(file, pattern, at, rule),
    ]),
  )
}

function testMutants(file: RuleFile, pattern: Pattern, at: number, rule: Rule, check: Check): Mutant[] {
  const { id, test } = check.assertion
  const before = pattern.rules.slice(0, at).map((other) => ({ ...other, checks: [] }))
  const fileWith = (expression: Expression): RuleFile => {
    const only = { ...rule, checks: [{ ...check, test: expression }] }
    return { ...file, patterns: [{ ...pattern, rules: [...before, only] }] }
  }
  const original = fileWith(check.test)
  const changes = [...changesOf(check.test), { what: 'always holds', expression: truth(!check.assertion.isReport) }]
  const key = `${file.name} ${pattern.rules.indexOf(rule)} ${rule.context} ${id} ${test}`
  return changes.map(({ what, expression }) => {
    const near = what.replace(/^(\d+):/, (_, place) => `at "${test.slice(Number(place), Number(place) + 30)}"`)
    return { ids: [id], what: `${file.name}: ${id} ${near}`, file: fileWith(expression), original, key }
  })
}

function contextMutants(file: RuleFile, pattern: Pattern, at: number, rule: Rule): Mutant[] {
  const ids = pattern.rules.slice(at).flatMap(({ checks }) => checks.map(({ assertion }) => assertion.id))
  const fileWith = (alternatives: readonly Alternative[]): RuleFile => {
    const rules = pattern.rules.map((other, place) => (place === at ? { ...rule, alternatives } : other))
    return { ...file, patterns: [{ ...pattern, rules }] }
  }
  const original = fileWith(rule.alternatives)
  const mutants = rule.alternatives.flatMap((alternative, place) => {
    const others = (...instead: readonly Alternative[]) => rule.alternatives.toSpliced(place, 1, ...instead)
    return [
      { what: `loses alternative ${place + 1}`, alternatives: others() },
      ...alternativeChanges(alternative).map(({ what, alternative: changed }) => ({
        what: `alternative ${place + 1} ${what}`,
        alternatives: others(changed),
      })),
    ]
  })
  const name = `${file.name}: context ${rule.context.slice(0, 100)}`
  return mutants.map(({ what, alternatives }) => ({
    ids,
    what: `${name} ${what}`,
    file: fileWith(alternatives),
    original,
    key: `${file.name} ${file.patterns.indexOf(pattern)}`,
  }))
}

function alternativeChanges({ levels, anchored }: Alternative): { what: string; alternative: Alternative }[] {
  const first = levels.length > 1 || anchored ? [{ levels: anchored ? levels : levels.slice(1), anchored: false }] : []
  return [
    ...first.map((alternative) => ({ what: 'asks less about its ancestors', alternative })),
    ...levels.flatMap((level, at) =>
      predicateChanges(level.step).map(({ what, step }) => ({
        what,
        alternative: { levels: levels.with(at, { ...level, step }), anchored },
      })),
    ),
  ]
}

function predicateChanges(step: Step): { what: string; step: Step }[] {
  return step.predicates.flatMap((predicate, at) => [
    { what: `loses predicate ${at + 1}`, step: { ...step, predicates: step.predicates.toSpliced(at, 1) } },
    ...changesOf(predicate).map(({ what, expression }) => ({
      what,
      step: { ...step, predicates: step.predicates.with(at, expression) },
    })),
  ])
}

interface Change {
  readonly what: string
  readonly expression: Expression
}

function changesOf(expression: Expression): Change[] {
  const own = ownChanges(expression).map(({ what, expression: changed }) => ({
    what: `${expression.at}: ${what}`,
    expression: changed,
  }))
  return [...own, ...changesInside(expression)]
}

/** Mistakes in an expression itself, with its parts unchanged. */
function ownChanges(expression: Expression): Change[] {
  switch (expression.kind) {
    case 'literal':
      return literalChanges(expression)
    case 'and':
    case 'or':
      return [
        {
          what: `${expression.kind} becomes ${expression.kind === 'and' ? 'or' : 'and'}`,
          expression: { ...expression, kind: expression.kind === 'and' ? 'or' : 'and' },
        },
        ...operands(expression),
      ]
    case 'compare':
      return otherOperators[expression.operator].map((operator) => ({
        what: `${expression.operator} becomes ${operator}`,
        expression: { ...expression, operator },
      }))
    case 'arithmetic': {
      const operator = inverse[expression.operator]
      return operator
        ? [{ what: `${expression.operator} becomes ${operator}`, expression: { ...expression, operator } }]
        : []
    }
    case 'union':
    case 'except':
    case 'intersect':
      return operands(expression)
    case 'path':
      return operands(expression)
    case 'if':
      return [
        { what: 'takes then for else', expression: expression.consequence },
        { what: 'takes else for then', expression: expression.otherwise },
      ]
    case 'some':
    case 'every':
      return [
        {
          what: `${expression.kind} becomes its opposite`,
          expression: { ...expression, kind: expression.kind === 'some' ? 'every' : 'some' },
        },
      ]
    case 'castable':
      return [{ what: 'castable is not asked', expression: call('exists', expression.operand) }]
    case 'sequence':
      return expression.items.map((_, at) => ({
        what: `loses item ${at + 1}`,
        expression: { ...expression, items: expression.items.toSpliced(at, 1) },
      }))
    case 'step':
      return stepChanges(expression)
    case 'filter':
      return [{ what: 'loses its predicates', expression: expression.base }]
    case 'call':
      return callChanges(expression)
    default:
      return []
  }
}

function literalChanges(literal: Literal): Change[] {
  const { value } = literal
  const become = (other: Literal['value']): Change => ({
    what: `${String(value).slice(0, 30)} becomes ${String(other).slice(0, 30)}`,
    expression: { ...literal, value: other },
  })
  if (typeof value === 'string') return [become(`${value}x`)]
  if (typeof value === 'number') return [become(value + 1), become(value - 1)]
  return [become(value.plus(Decimal.one)), become(value.minus(Decimal.one))]
}

function operands({ left, right }: { left: Expression; right: Expression }): Change[] {
  return [
    { what: 'loses what is right', expression: left },
    { what: 'loses what is left', expression: right },
  ]
}

function stepChanges(step: Step): Change[] {
  const { test } = step
  const renamed =
    test.kind === 'name' && test.local !== undefined
      ? [{ what: `${test.local} is misspelt`, expression: { ...step, test: { ...test, local: `${test.local}x` } } }]
      : []
  return [
    ...renamed,
    ...step.predicates.map((_, at) => ({
      what: `loses predicate ${at + 1}`,
      expression: { ...step, predicates: step.predicates.toSpliced(at, 1) },
    })),
  ]
}

function callChanges(expression: Expression & { kind: 'call' }): Change[] {
  const { name, arguments: parameters } = expression
  const [first] = parameters
  const other = opposite[name]
  return [
    ...(droppable.has(name) && first ? [{ what: `loses ${name}()`, expression: first }] : []),
    ...(other === undefined
      ? []
      : [{ what: `${name}() becomes ${other}()`, expression: { ...expression, name: other } }]),
  ]
}

const otherOperators: Readonly<Record<ComparisonOperator, readonly ComparisonOperator[]>> = {
  '=': ['!='],
  '!=': ['='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
const inverse = { '+': '-', '-': '+', '*': 'div', div: '*', idiv: undefined, mod: undefined } as const
const droppable: ReadonlySet<string> = new Set(['not', 'normalize-space', 'round', 'upper-case', 'number', 'abs'])
const opposite: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  exists: 'empty',
  empty: 'exists',
  'starts-with': 'ends-with',
  'ends-with': 'starts-with',
  contains: 'starts-with',
}

function call(name: string, ...parameters: Expression[]): Expression {
  return { kind: 'call', name, arguments: parameters, at: 0 }
}

function truth(value: boolean): Expression {
  return call(value ? 'true' : 'false')
}

/** The expression with one of its parts changed. */
function changesInside(expression: Expression): Change[] {
  const within = (part: Expression, put: (changed: Expression) => Expression): Change[] =>
    changesOf(part).map(({ what, expression: changed }) => ({ what, expression: put(changed) }))
  const each = (parts: readonly Expression[], put: (changed: readonly Expression[]) => Expression): Change[] =>
    parts.flatMap((part, at) => within(part, (changed) => put(parts.with(at, changed))))
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'root':
    case 'context':
      return []
    case 'sequence':
      return each(expression.items, (items) => ({ ...expression, items }))
    case 'negative':
    case 'cast':
    case 'castable':
    case 'instance':
    case 'convert':
      return within(expression.operand, (operand) => ({ ...expression, operand }))
    case 'if':
      return [
        ...within(expression.condition, (condition) => ({ ...expression, condition })),
        ...within(expression.consequence, (consequence) => ({ ...expression, consequence })),
        ...within(expression.otherwise, (otherwise) => ({ ...expression, otherwise })),
      ]
    case 'for':
    case 'some':
    case 'every':
    case 'let':
      return [
        ...within(expression.source, (source) => ({ ...expression, source })),
        ...within(expression.body, (body) => ({ ...expression, body })),
      ]
    case 'step':
      return each(expression.predicates, (predicates) => ({ ...expression, predicates }))
    case 'filter':
      return [
        ...within(expression.base, (base) => ({ ...expression, base })),
        ...each(expression.predicates, (predicates) => ({ ...expression, predicates })),
      ]
    case 'call':
      return each(expression.arguments, (parameters) => ({ ...expression, arguments: parameters }))
    default:
      return [
        ...within(expression.left, (left) => ({ ...expression, left })),
        ...within(expression.right, (right) => ({ ...expression, right })),
      ]
  }
}
