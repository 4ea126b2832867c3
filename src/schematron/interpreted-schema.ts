import type { Element } from '../xml/element.ts'
import { textOf } from './cast.ts'
import type { Document } from './document.ts'
import { withDocument } from './document.ts'
import { EvaluationError } from './errors.ts'
import type { Focus } from './interpreter.ts'
import { atomized, itemsOf, truth } from './interpreter.ts'
import { matchesAlternative } from './match-pattern.ts'
import type { Assertion, Check, Let, Rule, RuleFile, SchematronSource } from './rule-file.ts'
import { normalized, readRuleFile } from './rule-file.ts'
import { convertTo } from './sequence-type.ts'
import type { Item } from './values.ts'

/** Rule files run by the reference engine: slow, but straight from the definition. Tests hold the compiled schema against it. */
export function interpretSchema(sources: readonly SchematronSource[]): InterpretedSchema {
  return new InterpretedSchema(sources.map(readRuleFile))
}

/** An assertion that does not hold for an element, or could not be evaluated there. */
export interface Finding {
  readonly assertion: Assertion
  readonly element: Element
  /** The assertion's text with its values put in. */
  readonly message: string
  /** Why the rule could not be evaluated; the document counts as invalid then. */
  readonly error?: string
}

/** Told of every assertion that was evaluated: `holds` is false for a finding. */
export type Observer = (assertion: Assertion, element: Element, holds: boolean) => void

class InterpretedSchema {
  private readonly files: readonly RuleFile[]

  constructor(files: readonly RuleFile[]) {
    this.files = files
  }

  get assertions(): readonly Assertion[] {
    return this.files.flatMap(({ patterns }) =>
      patterns.flatMap(({ rules }) => rules.flatMap(({ checks }) => checks.map(({ assertion }) => assertion))),
    )
  }

  /** Pattern after pattern, each in document order. */
  evaluate(root: Element, observe?: Observer): Finding[] {
    return withDocument(root, (document) => {
      const findings: Finding[] = []
      for (const file of this.files) {
        const outer = fileFocus(document, file)
        for (const { lets, rules } of file.patterns) {
          const focus = scopeOf(lets, outer)
          for (const element of document.elements) {
            const rule = rules.find((candidate) => matchesRule(element, candidate, focus))
            if (rule) checkRule(rule, { ...focus, item: element, current: element }, element, findings, observe)
          }
        }
      }
      return findings
    })
  }
}

/** A variable's value for one focus: made when it is first asked for. */
export function scopeOf(lets: readonly Let[], outer: Focus): Focus {
  let focus = outer
  for (const declared of lets) focus = withValue(declared, focus)
  return focus
}

function withValue({ name, value }: Let, focus: Focus): Focus {
  let items: Item[] | undefined
  return {
    ...focus,
    variable(wanted) {
      if (wanted !== name) return focus.variable(wanted)
      items ??= [...itemsOf(value, focus)]
      return items
    },
  }
}

/** The focus of a file: the document node, the file's variables and its functions. */
export function fileFocus(document: Document, { functions, lets }: RuleFile): Focus {
  let depth = 0
  const focus: Focus = scopeOf(lets, {
    item: document.node,
    position: 1,
    size: () => 1,
    current: undefined,
    document: document.node,
    variable(name) {
      throw new Error(`the variable $${name} was not declared`)
    },
    *call(name, parameters) {
      const declared = functions.get(name)
      if (!declared) throw new Error(`the function ${name} was not declared`)
      if (depth >= callDepthMax) throw new EvaluationError('functions call each other too deep')
      const values = new Map(
        declared.parameters.map((parameter, at) => [parameter.name, convertTo(parameters[at] ?? [], parameter.type)]),
      )
      depth += 1
      try {
        // A function sees no context item, only its parameters and the file's variables.
        const variable = (wanted: string) => values.get(wanted) ?? focus.variable(wanted)
        yield* [...itemsOf(declared.body, { ...focus, item: undefined, current: undefined, variable })]
      } finally {
        depth -= 1
      }
    },
  })
  return focus
}

/** The message of a finding; a value that cannot be had is left out. */
export function messageOf({ message, assertion }: Check, focusOf: () => Focus): string {
  if (message.every((part) => typeof part === 'string')) return assertion.message
  const focus = focusOf()
  const parts = message.map((part) => {
    if (typeof part === 'string') return part
    try {
      return [...atomized(itemsOf(part, focus))].map(textOf).join(' ')
    } catch (error) {
      if (error instanceof EvaluationError) return ''
      throw error
    }
  })
  return normalized(parts.join(''))
}

/** An error inside a context means that it does not match. */
function matchesRule(element: Element, rule: Rule, focus: Focus): boolean {
  return rule.alternatives.some((alternative) => {
    try {
      return matchesAlternative(element, alternative, { ...focus, item: element, current: element })
    } catch (error) {
      if (error instanceof EvaluationError) return false
      throw error
    }
  })
}

function checkRule(
  rule: Rule,
  outer: Focus,
  element: Element,
  findings: Finding[],
  observe: Observer | undefined,
): void {
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
    observe?.(assertion, element, holds)
    if (!holds)
      findings.push({
        assertion,
        element,
        message: messageOf(check, () => focus),
        ...(error === undefined ? {} : { error }),
      })
  }
}

/** More would not fit on the stack of the reference engine. */
export const callDepthMax = 200
