import type { Loop } from '../../clock/loop.ts'
import { feature } from '../feature.ts'
import './pages/audit-words.ts'
import { startKeeping } from './keeping.ts'
import { observeKeeping } from './metrics.ts'
import { holdOperations } from './operations.ts'
import { releaseDocumentHold, setDocumentHold, showDocumentHold } from './pages/document-hold.ts'
import { releaseOrganisationHold, setOrganisationHold, showOrganisationHold } from './pages/organisation-hold.ts'

/**
 * Removes content after its retention, and objects without a row, unless a legal hold keeps it.
 * The setting stands with the organisation. Source: docs/decisions/0108.
 */
export const retention = feature({
  operations: holdOperations,
  configure: () => (core) => {
    const { store, clock, log, instruments } = core
    const observer = instruments && observeKeeping(instruments)
    let keeping: Loop | undefined
    return {
      parts: core,
      pages: [
        showDocumentHold,
        setDocumentHold,
        releaseDocumentHold,
        showOrganisationHold,
        setOrganisationHold,
        releaseOrganisationHold,
      ],
      start() {
        keeping = startKeeping({ store, clock, log, ...(observer && { observer }) })
      },
      stop: async () => keeping?.stop(),
    }
  },
})
