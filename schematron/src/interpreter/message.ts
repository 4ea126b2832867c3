import { EvaluationError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { Check, Message, Note } from '../rule-file/rule-file.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { textOf } from '../values/cast.ts'
import { AttributeNode, type ContextNode } from '../values/values.ts'
import type { Focus } from './focus.ts'
import { itemsOf } from './interpreter.ts'

import { atomized } from './items.ts'

/** A finding with its texts; `focusOf` is called only when they hold values. */
export function findingOf(check: Check, node: ContextNode, focusOf: () => Focus, error?: string): Finding {
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

/** Where a finding lies. */
export function placeOf(node: ContextNode): Pick<Finding, 'element' | 'attribute'> {
  return node instanceof AttributeNode ? { element: node.owner, attribute: node.name } : { element: node }
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
