import type { Rule } from '../rule-file/rule-file.ts'
import { type Kind, type Scope, Unsupported, type Value, type Variable } from './code.ts'

import type { Plain } from './convert-code.ts'

/** The scope inside a predicate or to the right of a slash. */
export function withItem(scope: Scope, code: string, kind: Kind, position?: string, size?: string): Scope {
  return { ...scope, item: { code, kind, optional: false }, owner: undefined, position, size }
}

/** The scope of a rule's expressions; the node that the rule is about is called `el`. */
export function withContext(scope: Scope, nodes: Rule['nodes']): Scope {
  if (nodes === 'elements') return { ...withItem(scope, 'el', 'element'), current: 'el' }
  // Rare, so that they are not worth code of their own.
  if (nodes === 'pieces') throw new Unsupported('a rule about texts, comments or processing instructions')
  return { ...withItem(scope, 'el.value', 'attribute'), owner: 'el.owner', current: undefined }
}

/** What a function or a key can use, wherever it is called: the variables of the file. */
export function fileScope(scope: Scope): Scope {
  return { ...scope, ...scope.ofFile, place: String(scope.file) }
}

export function withVariable(scope: Scope, name: string, code: string, kind: Kind): Scope {
  return bind(scope, name, { code, kind, optional: false, many: false })
}

/** The scope after a binding; the name hides a variable of the file. */
export function bind(scope: Scope, name: string, variable: Variable): Scope {
  const variables = new Map(scope.variables).set(name, variable)
  const global = new Set(scope.global)
  global.delete(name)
  const literals = new Map(scope.literals)
  literals.delete(name)
  return { ...scope, variables, global, literals }
}

export function loop(scope: Scope, array: string, inside: (item: string) => void): void {
  const { code } = scope
  const at = code.temp('i')
  const item = code.temp('e')
  code.block(`for (let ${at} = 0; ${at} < ${array}.length; ${at}++)`, () => {
    code.line(`const ${item} = ${array}[${at}]`)
    inside(item)
  })
}

export function contextElement(scope: Scope): string {
  if (!scope.item) throw new Unsupported('no context item')
  if (scope.item.kind !== 'element') throw new Unsupported('a step from an item that is not an element')
  return scope.item.code
}

/** Writes code for a value that may be missing: `make` sees only the present value. */
export function withPresent(value: Value, scope: Scope, make: (value: Plain) => Plain): Value {
  if (!value.optional) return { ...make(inVariable(value, scope)), optional: false }
  const { code } = scope
  const held = inVariable(value, scope)
  const result = code.declare('v')
  const made = code.capture(() => make(held))
  code.block(`if (${held.code} !== undefined)`, () => {
    code.append(made.lines)
    code.line(`${result} = ${made.result.code}`)
  })
  return { code: result, kind: made.result.kind, optional: true }
}

/** Puts the value into a variable, unless repeating its code costs nothing. */
export function inVariable<Any extends Plain>(value: Any, scope: Scope): Any {
  if (/^[\w.$]+$/.test(value.code)) return value
  const name = scope.code.temp('v')
  scope.code.line(`const ${name} = ${value.code}`)
  return { ...value, code: name }
}

export function parenthesized(condition: string): string {
  return /^[\w$]+$/.test(condition) ? condition : `(${condition})`
}
