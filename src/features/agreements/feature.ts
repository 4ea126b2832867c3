import { feature } from '../feature.ts'
import { agreementOperations } from './operations.ts'
import { endAgreement, showAgreement } from './pages/agreement.ts'
import { listAgreements } from './pages/agreements.ts'
import { addAgreement, newAgreement } from './pages/new-agreement.ts'

/**
 * Agreements on self-billing between a business profile and a supplier. The look around a document
 * reads them (`circumstancesOf`). Source: docs/decisions/0081.
 */
export const agreements = feature({
  operations: agreementOperations,
  configure: () => (core) => ({
    parts: core,
    pages: [listAgreements, newAgreement, addAgreement, showAgreement, endAgreement],
  }),
})
