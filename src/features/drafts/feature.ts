import { feature } from '../feature.ts'
import { draftOperations } from './operations.ts'
import { deleteOneDraft, listDraftsPage } from './pages/drafts.ts'
import { forgetDrafts } from './stored-drafts.ts'

/**
 * Documents that a person has begun and not issued yet, kept by the service: they survive a
 * sign-out, an expired session and a change of machine. Source: docs/decisions/0157.
 */
export const drafts = feature({
  operations: draftOperations,
  configure: () => (core) => ({
    parts: core,
    pages: [listDraftsPage, deleteOneDraft],
    upkeep: [(now, isStopped) => forgetDrafts(core.store.database, now - keptMs, isStopped)],
  }),
})

/** After the last change. */
const keptMs = 90 * 24 * 3_600_000
