import type { Key } from '../rule-file/rule-file.ts'
import { isSingle } from '../xpath/analyse.ts'
import type { Call } from '../xpath/ast.ts'
import { argument } from './arguments.ts'
import { Code, type Kind, type Need, type Scope, Unsupported, type Use } from './code.ts'
import { atomized, isText } from './convert-code.ts'
import { each } from './expression.ts'
import { matcherCode } from './matcher.ts'
import { fileScope, inVariable, loop, withContext } from './scope.ts'
import { sortedElements } from './sorted.ts'

/**
 * Writes the loop of `key('name', value)`: the elements come from an index that is built once per
 * document. Only for keys whose values are texts.
 */
export function eachOfKey(call: Call, scope: Scope, need: Need, use: Use): void {
  const [name, value] = [argument(call, 0), argument(call, 1)]
  const index = indexFunction(name.kind === 'literal' ? String(name.value) : '', scope)
  const run = (inner: Use): void => {
    each(value, scope, 'set', (item, kind) => {
      const found = scope.code.declare('c', `${index}().get(${textOf(item, kind, scope)}) ?? []`)
      loop(scope, found, (element) => inner(element, 'element'))
    })
  }
  if (need === 'set' || isSingle(value)) run(use)
  else
    loop(
      scope,
      sortedElements(scope, (inner) => run(inner)),
      (item) => use(item, 'element'),
    )
}

/** The name of the function that returns the index of a key. */
function indexFunction(name: string, scope: Scope): string {
  const { unit } = scope.code
  return unit.once(`key ${scope.file} ${name}`, () => {
    const [index, held] = [unit.temp('f'), unit.temp('m')]
    const code = new Code(unit)
    const inside: Scope = { ...withContext(fileScope(scope), 'elements'), code }
    for (const key of scope.keys.get(name) ?? []) addElement(key, inside)
    unit.functions.push(
      [
        `let ${held}`,
        `function ${index}() {`,
        `if (${held} !== undefined) return ${held}`,
        'const index = new Map()',
        'for (const el of D.elements) {',
        code.text,
        '}',
        `${held} = index`,
        'return index',
        '}',
      ].join('\n'),
    )
    unit.resets.push(`${held} = undefined`)
    return index
  })
}

function addElement({ alternatives, use }: Key, scope: Scope): void {
  const { unit } = scope.code
  const matchers = alternatives.map((alternative) => {
    const name = unit.temp('f')
    const body = matcherCode(alternative, { ...scope, code: new Code(unit) })
    unit.functions.push(`function ${name}(el) {\n${body}\n}`)
    return `${name}(el)`
  })
  scope.code.block(`if (${matchers.join(' || ')})`, () => {
    each(use, scope, 'set', (item, kind) => scope.code.line(`addTo(index, ${textOf(item, kind, scope)}, el)`))
  })
}

function textOf(code: string, kind: Kind, scope: Scope): string {
  const value = inVariable(atomized({ code, kind }), scope)
  if (!isText(value.kind)) throw new Unsupported('a key that is not text')
  return value.code
}
