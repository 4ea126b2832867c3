import { documentKinds } from '../../src/api/documents/document-kind.ts'
import { type ServedOperation, serve } from '../../src/api/operation.ts'
import { changeOrganisation } from '../../src/api/operations/administration/change-organisation.ts'
import { batchDocuments } from '../../src/api/operations/documents/batch-documents.ts'
import { createDocument } from '../../src/api/operations/documents/create-document.ts'
import { creditInvoice } from '../../src/api/operations/documents/credit-invoice.ts'
import { resubmitDocument } from '../../src/api/operations/documents/resubmit-document.ts'
import { retrieveDocument } from '../../src/api/operations/documents/retrieve-document.ts'
import { listEvents } from '../../src/api/operations/events/list-events.ts'
import { reportAgain } from '../../src/api/operations/legs/report-again.ts'
import { retryLegs } from '../../src/api/operations/legs/retry-legs.ts'
import type {
  Compatibility,
  Delivering,
  Failures,
  Feeding,
  Issuing,
  Organisations,
  Waiting,
} from '../../src/api/parts.ts'
import { holdOperations } from '../../src/features/retention/operations.ts'

/** The operations that the callers of a world know. */
export function servedWith(parts: ServedParts): ReadonlyMap<string, ServedOperation> {
  return new Map(
    [
      ...serve(documentKinds.map(createDocument), parts),
      ...serve(documentKinds.map(resubmitDocument), parts),
      ...serve(documentKinds.map(batchDocuments), parts),
      ...serve(documentKinds.map(retrieveDocument), parts),
      ...serve([creditInvoice('purchase-invoices'), listEvents, retryLegs, reportAgain], parts),
      ...serve([...holdOperations, changeOrganisation], parts),
    ].map((operation) => [operation.id, operation]),
  )
}

type ServedParts = Issuing & Delivering & Failures & Feeding & Waiting & Compatibility & Organisations
