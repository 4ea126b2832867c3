import { feature } from '../feature.ts'
import { handledOperations } from './operations.ts'
import './pages/audit-words.ts'
import { reopenDocument, setHandled, showHandled } from './pages/handled.ts'

/**
 * Rejected and failed documents that a person has handled. The lists of documents read what it
 * stores (`overview-filter.ts`). Source: docs/decisions/0166.
 */
export const handled = feature({
  operations: handledOperations,
  configure: () => (core) => ({ parts: core, pages: [showHandled, setHandled, reopenDocument] }),
})
