import { feature } from '../feature.ts'
import { monthOperations } from './operations.ts'
import { monthFile, showMonth } from './pages/month.ts'
import { monthEvidence } from './pages/month-evidence.ts'
import { showSupplier } from './pages/supplier.ts'

/**
 * A month for the VAT return, and what was bought from a supplier: sums of what the create has
 * stored in each document's row. Source: docs/decisions/0164.
 */
export const months = feature({
  operations: monthOperations,
  configure: () => (core) => ({ parts: core, pages: [showMonth, monthFile, monthEvidence, showSupplier] }),
})
