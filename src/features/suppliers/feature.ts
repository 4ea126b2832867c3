import { feature } from '../feature.ts'
import { supplierOperations } from './operations.ts'

/** The suppliers that invoices and agreements name, to be billed again. */
export const suppliers = feature({
  operations: supplierOperations,
  configure: () => (core) => ({ parts: core }),
})
