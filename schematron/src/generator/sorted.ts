import { type Scope, Unsupported, type Use } from './code.ts'

/** An array of the elements that `inside` produces, in document order, each once. */
export function sortedElements(scope: Scope, inside: (use: Use) => void): string {
  const array = scope.code.declare('a', '[]')
  inside((code, kind) => {
    if (kind !== 'element') throw new Unsupported('attributes or texts out of order')
    scope.code.line(`${array}.push(${code})`)
  })
  const sorted = scope.code.temp('a')
  scope.code.line(`const ${sorted} = sorted(${array})`)
  return sorted
}
