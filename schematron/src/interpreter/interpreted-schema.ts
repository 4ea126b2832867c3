import { type Document, withDocument } from '../document.ts'
import { EvaluationError } from '../errors.ts'
import type { Finding, Observer } from '../finding.ts'
import { matchesDocument } from '../rule-file/match-pattern.ts'
import { readRuleFileWith } from '../rule-file/read-rule-file.ts'
import type {
  Assertion,
  CompileOptions,
  Rule,
  RuleFile,
  SchematronFile,
  SchematronSource,
} from '../rule-file/rule-file.ts'
import { AttributeNode, isPiece, type Node, nodesIn } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import { fileFocus, scopeOf } from './file-focus.ts'
import type { Focus } from './focus.ts'
import { truth } from './interpreter.ts'
import { matchesAlternative } from './matches-alternative.ts'

import { findingOf, reportTo } from './message.ts'

/**
 * Rule files run by the reference engine: slow, but written straight from the XPath definition.
 * Tests compare the compiled schema with it.
 */
export function interpretSchema(
  sources: readonly (SchematronSource | SchematronFile)[],
  options: CompileOptions = {},
): InterpretedSchema {
  return new InterpretedSchema(sources.map(readRuleFileWith(options)), options.now)
}

class InterpretedSchema {
  readonly #files: readonly RuleFile[]
  readonly #now: (() => Date) | undefined

  constructor(files: readonly RuleFile[], now: (() => Date) | undefined) {
    this.#files = files
    this.#now = now
  }

  get assertions(): readonly Assertion[] {
    const all = this.#files.flatMap(({ patterns }) =>
      patterns.flatMap(({ rules }) => rules.flatMap(({ checks }) => checks.map(({ assertion }) => assertion))),
    )
    return [...new Set(all)]
  }

  /** Pattern by pattern, each in document order. */
  evaluate(root: Element, observe?: Observer): Finding[] {
    const evaluate = (document: Document) => {
      const findings: Finding[] = []
      for (const file of this.#files) {
        const outer = fileFocus(document, file)
        for (const { lets, rules } of file.patterns) {
          const focus = scopeOf(lets, outer)
          for (const node of nodesIn(document.node)) {
            const rule = rules.find((candidate) => matchesRule(node, candidate, focus))
            if (rule) checkRule(rule, { ...focus, item: node, current: node }, node, findings, observe)
          }
        }
      }
      return findings
    }
    return withDocument(root, evaluate, undefined, this.#now?.())
  }
}

function kindOf(node: Node): Rule['nodes'] {
  if (node instanceof AttributeNode) return 'attributes'
  return isPiece(node) ? 'pieces' : 'elements'
}

/** An error inside a context means that it does not match. */
function matchesRule(node: Node, rule: Rule, focus: Focus): boolean {
  if (rule.nodes !== kindOf(node)) return false
  return rule.alternatives.some((alternative) => {
    if (matchesDocument(alternative) !== (node === focus.document)) return false
    try {
      return matchesAlternative(node, alternative, { ...focus, item: node, current: node })
    } catch (error) {
      if (error instanceof EvaluationError) return false
      throw error
    }
  })
}

function checkRule(rule: Rule, outer: Focus, node: Node, findings: Finding[], observe: Observer | undefined): void {
  const focus = scopeOf(rule.lets, outer)
  for (const check of rule.checks) {
    const { assertion, test } = check
    let error: string | undefined
    let holds = false
    try {
      holds = truth(test, focus) !== assertion.isReport
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown
      error = thrown.message
    }
    if (observe) reportTo(observe, assertion, node, holds)
    if (!holds) findings.push(findingOf(check, node, () => focus, error))
  }
}
