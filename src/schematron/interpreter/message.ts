import { EvaluationError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { Check, Message } from '../rule-file/rule-file.ts'
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
  const diagnostics = check.diagnostics.map((one) => ({ id: one.id, text: filledIn(one.message, focusOf()) }))
  return {
    assertion,
    ...placeOf(node),
    message: isPlain ? assertion.message : filledIn(message, focusOf()),
    ...(error === undefined ? {} : { error }),
    ...(diagnostics.length > 0 ? { diagnostics } : {}),
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
