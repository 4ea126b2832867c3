import type { Alternative } from '../rule-file/match-pattern.ts'
import { documentName, nameOf } from '../xml/name.ts'
import type { NodeTest } from '../xpath/ast.ts'
import { Unsupported } from './code.ts'
import { nameCode } from './name-code.ts'

const nameIds = new WeakMap<NodeTest, number>()

/** The name id of a test by full name; undefined for any other test. */
export function nameIdOf(test: NodeTest): number | undefined {
  if (test.kind !== 'name' || test.local === undefined || test.namespace === undefined) return undefined
  const known = nameIds.get(test)
  if (known !== undefined) return known
  const { id } = nameOf(test.namespace, test.local, '')
  nameIds.set(test, id)
  return id
}

/** The same in generated code. */
export function nameCodeOf(test: NodeTest): string | undefined {
  const id = nameIdOf(test)
  return id === undefined ? undefined : nameCode(id)
}

/** The name of the parent that a context asks for: `a/b`, and `/b` below the document node. */
export function parentIdOf({ levels, anchored }: Alternative): number | undefined {
  if (levels.at(-1)?.below === true) return undefined
  const above = levels.at(-2)
  if (above !== undefined) return nameIdOf(above.step.test)
  return anchored ? documentName.id : undefined
}

/**
 * The condition that a test puts on an element; undefined when every element passes. `document`:
 * whether the element may be the document node.
 */
export function testCode(test: NodeTest, item: string, document: boolean): string | undefined {
  const id = nameCodeOf(test)
  if (id !== undefined) return `${item}.nameId === ${id}`
  const isElement = document ? `${item}.nameId !== documentId` : undefined
  switch (test.kind) {
    case 'node':
      return undefined
    case 'element':
      return isElement
    case 'document':
      return `${item}.nameId === documentId`
    case 'text':
    case 'attribute':
    case 'comment':
    case 'instruction':
      return 'false'
    case 'name':
      break
  }
  const part = test.local === undefined ? test.namespace : test.local
  const name = test.local === undefined ? 'namespace' : 'local'
  const named = part === undefined ? undefined : `${item}.name.${name} === ${JSON.stringify(part)}`
  return [isElement, named].filter((condition) => condition !== undefined).join(' && ') || undefined
}

/** The condition that a test puts on an attribute node; undefined when every attribute passes. */
export function attributeTestCode(test: NodeTest, item: string): string | undefined {
  if (test.kind !== 'name') return test.kind === 'node' || test.kind === 'attribute' ? undefined : 'false'
  const { namespace, local } = test
  const name = `${item}.name`
  if (namespace !== undefined && local !== undefined)
    return `${name} === ${JSON.stringify(storedName(namespace, local))}`
  if (local !== undefined)
    return `(${name} === ${JSON.stringify(local)} || ${name}.endsWith(${JSON.stringify(`}${local}`)}))`
  if (namespace === undefined) return undefined
  return namespace === '' ? `!${name}.startsWith('{')` : `${name}.startsWith(${JSON.stringify(`{${namespace}}`)})`
}

/** The value of one attribute, or undefined. */
export function attributeCode(test: NodeTest, element: string): string {
  if (test.kind !== 'name' || test.local === undefined || test.namespace === undefined)
    throw new Unsupported('an attribute of any name')
  return `${element}.attribute(${JSON.stringify(storedName(test.namespace, test.local))})`
}

/** As elements hold the names of their attributes. */
function storedName(namespace: string, local: string): string {
  return namespace === '' ? local : `{${namespace}}${local}`
}
