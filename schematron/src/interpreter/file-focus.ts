import type { Document } from '../document.ts'
import { EvaluationError } from '../errors.ts'
import type { Let, RuleFile } from '../rule-file/rule-file.ts'
import type { Item } from '../values/values.ts'
import type { Focus } from './focus.ts'
import { itemsOf } from './interpreter.ts'

import { found, indexOf, type KeyIndex } from './key-index.ts'
import { convertTo } from './sequence-type.ts'

/** The focus of a file: the document node, the file's variables and its functions. */
export function fileFocus(document: Document, { functions, lets, keys, documents }: RuleFile): Focus {
  let depth = 0
  const indexes = new Map<string, KeyIndex>()
  const focus: Focus = scopeOf(lets, {
    item: document.node,
    position: 1,
    size: () => 1,
    current: undefined,
    document: document.node,
    now: document.now,
    keyed(name, values) {
      const index = indexes.get(name) ?? indexOf(document, keys.get(name) ?? [], focus)
      indexes.set(name, index)
      return found(index, values)
    },
    foreign(href) {
      const node = documents.get(href)
      if (!node) throw new Error(`the file ${href} was not read`)
      return node
    },
    variable(name) {
      throw new Error(`the variable $${name} was not declared`)
    },
    *call(name, parameters) {
      const declared = functions.get(name)
      if (!declared) throw new Error(`the function ${name} was not declared`)
      if (depth >= callDepthMax) throw new EvaluationError('functions call each other too deeply')
      const values = new Map(
        declared.parameters.map((parameter, at) => [parameter.name, convertTo(parameters[at] ?? [], parameter.type)]),
      )
      depth += 1
      try {
        // A function has no context item; it sees only its parameters and the file's variables.
        const variable = (wanted: string) => values.get(wanted) ?? focus.variable(wanted)
        yield* [...itemsOf(declared.body, { ...focus, item: undefined, current: undefined, variable })]
      } finally {
        depth -= 1
      }
    },
  })
  return focus
}

/** Adds variables to a focus; each value is computed on first use. */
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

/** More would overflow the stack of the reference engine. */
export const callDepthMax = 200
