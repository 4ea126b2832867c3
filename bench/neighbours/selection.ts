import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/api/operations/index.ts'
import { families } from '../../src/document/family.ts'

/**
 * The operations to measure: NEIGHBOURS=pdf,html takes those with such names,
 * NEIGHBOURS_FAMILY=sales-invoices those of one family beside those of none. The families share
 * their code, so one of them shows most of what there is to see in a third of the time.
 */
export function chosenOperations(): readonly Operation[] {
  const family = process.env.NEIGHBOURS_FAMILY
  if (family !== undefined && !families.some((known) => known === family))
    throw new Error(`NEIGHBOURS_FAMILY must be one of ${families.join(', ')}`)
  const names = (process.env.NEIGHBOURS ?? '').split(',').filter((name) => name !== '')
  return operations.filter((operation) => {
    const isNamed = names.length === 0 || names.some((name) => operation.id.toLowerCase().includes(name.toLowerCase()))
    const own = familyOf(operation)
    return isNamed && (family === undefined || own === undefined || own === family)
  })
}

/** The database that NEIGHBOURS_DATABASE names, or each. */
export function isChosenDatabase(name: string): boolean {
  return (process.env.NEIGHBOURS_DATABASE ?? name) === name
}

/** The same for the same operation of each family. */
export function kindOf(operation: Operation): string {
  const { method, path } = operation
  const family = familyOf(operation)
  return `${method} ${family === undefined ? path : path.replace(family, '*')}`
}

function familyOf({ path }: Operation): string | undefined {
  return families.find((name) => path.startsWith(`/api/${name}/`) || path === `/api/${name}`)
}
