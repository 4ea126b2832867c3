import { mayBeNumber, usesPosition } from '../xpath/analyse.ts'
import { type Comparison, type Expression, partsOf, type Step } from '../xpath/ast.ts'
import { Code, formOf, type Kind, type Scope, Unsupported, type Value } from './code.ts'
import { atomized, isExact, isText } from './convert-code.ts'
import { each, isTrue, singleDirect } from './expression.ts'
import { nameCodeOf } from './node-test.ts'

import { inVariable, withItem } from './scope.ts'

/**
 * Code for the elements that `child::line[p][rate = $rate]` has to search: not all lines again for
 * every rate, but those from an index built once per parent with many children. The index leaves
 * out only elements for which the comparison is false; all predicates are tested again. When the
 * index cannot be built, for example because a line has an invalid rate, all elements are searched.
 *
 * Undefined when the step has no such predicate.
 */
export function joinedChildren(step: Step, parent: string, all: string, scope: Scope): string | undefined {
  const id = nameCodeOf(step.test)
  const place = step.predicates.findIndex((predicate) => joinOf(predicate) !== undefined)
  const join = joinOf(step.predicates[place])
  if (id === undefined || !join || step.predicates.slice(0, place).some(dependsOnMore)) return undefined
  const wanted = singleDirect(join.variable, scope)
  const family = wanted && !wanted.optional ? familyOf(wanted.kind) : undefined
  if (!wanted || !family) return undefined
  const lookup = lookupOf(step, place, join.path, id, family, scope)
  if (lookup === undefined) return undefined
  return `(${lookup}(${parent}, ${all}, ${keyCode(wanted, family)}) ?? ${all})`
}

interface Join {
  /** The compared value, evaluated on each of the elements. */
  readonly path: Expression
  readonly variable: Expression
}

/** `path = $variable`, in either order. */
function joinOf(predicate: Expression | undefined): Join | undefined {
  if (predicate?.kind !== 'compare' || !predicate.general || predicate.operator !== '=') return undefined
  return joinBy(predicate, predicate.left, predicate.right) ?? joinBy(predicate, predicate.right, predicate.left)
}

function joinBy(_: Comparison, path: Expression, variable: Expression): Join | undefined {
  return variable.kind === 'variable' && !dependsOnMore(path) ? { path, variable } : undefined
}

/** Whether an expression needs more than its context item. */
function dependsOnMore(expression: Expression): boolean {
  if (expression.kind === 'variable' || usesPosition(expression)) return true
  if (expression.kind === 'call' && expression.name === 'current') return true
  if (expression.kind === 'step' && expression.predicates.some(mayBeNumber)) return true
  return partsOf(expression).some(dependsOnMore)
}

/**
 * Values that can be compared without conversion: exact numbers with each other, texts with each
 * other.
 */
type Family = 'number' | 'text'

function familyOf(kind: Kind): Family | undefined {
  return isExact(kind) ? 'number' : isText(kind) ? 'text' : undefined
}

/**
 * Equal values have the same key; different values may share one, because the predicates are tested
 * again.
 */
function keyCode(value: { readonly code: string; readonly kind: Kind }, family: Family): string {
  return family === 'text' || value.kind === 'int' ? value.code : `keyOf(${value.code})`
}

/**
 * The name of the function that builds and queries the index; undefined when the two sides are
 * compared in another way.
 */
function lookupOf(
  step: Step,
  place: number,
  path: Expression,
  id: string,
  family: Family,
  scope: Scope,
): string | undefined {
  const { unit } = scope.code
  const form = formOf({ ...step, predicates: [...step.predicates.slice(0, place), path] })
  const key = `lookup ${scope.file} ${id} ${family} ${place} ${form}`
  try {
    return unit.once(key, () => {
      const code = new Code(unit)
      const outer: Scope = { ...scope, code, current: undefined, position: undefined }
      code.block(`if (el.nameId === ${id})`, () =>
        keysOf(step.predicates.slice(0, place), path, family, withItem(outer, 'el', 'element')),
      )
      const [name, held] = [unit.temp('f'), unit.temp('m')]
      unit.functions.push(
        [
          `let ${held}, ${held}Of`,
          `function ${held}Add(el, add) {`,
          code.text,
          '}',
          `function ${name}(parent, all, key) {`,
          'if (all.length < 24) return undefined',
          // The first time all elements are searched: for one rate an index costs more than it
          // saves.
          `if (${held}Of !== parent) { ${held} = undefined; ${held}Of = parent; return undefined }`,
          `if (${held} === undefined) ${held} = indexOf(all, ${held}Add)`,
          `return found(${held}, key)`,
          '}',
        ].join('\n'),
      )
      unit.resets.push(`${held} = ${held}Of = undefined`)
      return name
    })
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

function keysOf(before: readonly Expression[], path: Expression, family: Family, scope: Scope): void {
  const [predicate, ...others] = before
  if (predicate) {
    scope.code.block(`if (${isTrue(predicate, scope)})`, () => keysOf(others, path, family, scope))
    return
  }
  each(path, scope, 'set', (item, kind) => {
    const value: Value = { ...inVariable(atomized({ code: item, kind }), scope), optional: false }
    if (familyOf(value.kind) !== family) throw new Unsupported('a comparison of different kinds')
    scope.code.line(`add(${keyCode(value, family)})`)
  })
}
