import { EvaluationError } from '../errors.ts'
import type { Finding, Observer } from '../finding.ts'
import type { Assertion, Check, Message, Note } from '../rule-file/rule-file.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { textOf } from '../values/cast.ts'
import { AttributeNode, isPiece, type Node, pieceStep } from '../values/values.ts'
import type { Focus } from './focus.ts'
import { itemsOf } from './interpreter.ts'

import { atomized } from './items.ts'

/** A finding with its texts; `focusOf` is called only when they hold values. */
export function findingOf(check: Check, node: Node, focusOf: () => Focus, error?: string): Finding {
  const { assertion, message, role } = check
  const isPlain = message.every((part) => typeof part === 'string')
  const noted = ({ message: parts, ...attributes }: Note) => ({ ...attributes, text: filledIn(parts, focusOf()) })
  const [diagnostics, properties] = [check.diagnostics.map(noted), check.properties.map(noted)]
  return {
    assertion,
    ...placeOf(node),
    message: isPlain ? assertion.message : filledIn(message, focusOf()),
    ...(error === undefined ? {} : { error }),
    ...(diagnostics.length > 0 ? { diagnostics } : {}),
    ...(properties.length > 0 ? { properties } : {}),
    ...(role === undefined ? {} : { role }),
  }
}

/** Reports an evaluated assertion. */
export function reportTo(observe: Observer, assertion: Assertion, node: Node, holds: boolean): void {
  const { element, attribute, piece } = placeOf(node)
  observe(assertion, element, holds, attribute ?? piece)
}

/** Where a finding lies. */
function placeOf(node: Node): Pick<Finding, 'element' | 'attribute' | 'piece'> {
  if (node instanceof AttributeNode) return { element: node.owner, attribute: node.name }
  return isPiece(node) ? { element: node.owner, piece: pieceStep(node) } : { element: node }
}

/** A value that cannot be evaluated is left out. */
function filledIn(message: Message, focus: Focus): string {
  const parts = message.map((part) => {
    if (typeof part === 'string') return part
    try {
      return [...atomized(itemsOf(part, focus))].map(textOf).join(' ')
    } catch (error) {
      if (error instanceof EvaluationError) return ''
      throw error
    }
  })
  return normalizeSpace(parts.join(''))
}
