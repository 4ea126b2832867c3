import { families } from '@selfbill/pint-ae/document'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'

/**
 * The operations to measure. NEIGHBOURS=pdf,html selects operations by name;
 * NEIGHBOURS_FAMILY=sales-invoices selects those of one family and those without a family. The
 * families share their code, so one of them shows most problems in a third of the time.
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

/** The database in NEIGHBOURS_DATABASE; all databases without it. */
export function isChosenDatabase(name: string): boolean {
  return (process.env.NEIGHBOURS_DATABASE ?? name).toLowerCase() === name.toLowerCase()
}

/** The same key for the same operation of each family. */
export function kindOf(operation: Operation): string {
  const { method, path } = operation
  const family = familyOf(operation)
  return `${method} ${family === undefined ? path : path.replace(family, '*')}`
}

function familyOf({ path }: Operation): string | undefined {
  return families.find((name) => path.startsWith(`/api/${name}/`) || path === `/api/${name}`)
}
