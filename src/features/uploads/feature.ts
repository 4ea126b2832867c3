import { OrganisationLook } from '../../store/organisation-look.ts'
import { feature } from '../feature.ts'
import { holdUploadsAfterRestore } from './after-restore.ts'
import { uploadOperations } from './operations.ts'
import { uploadRoutes } from './pages/routes.ts'
import { fileKeptMs, removeFiles } from './remove-files.ts'
import { SheetThreads } from './sheet-threads.ts'
import { UploadWorker } from './upload-worker.ts'

/**
 * Files of documents: an upload is read once, then the service checks and issues its documents,
 * whether or not anybody looks on. Source: docs/decisions/0161.
 */
export const uploads = feature({
  operations: uploadOperations,
  async afterRestore(db) {
    const held = await holdUploadsAfterRestore(db)
    return held === 0 ? undefined : `Uploads that were being issued: ${held}. ${heldSentence}`
  },
  configure: (config) => (core) => {
    const { store, clock, ids, log, now, secrets } = core
    const worker = new UploadWorker({
      db: store.database,
      clock,
      ids,
      leaseMs: Math.min(config.workerLeaseMs, leaseMsMax),
      onTrouble: (error) => log.error({ err: error }, 'upload worker failed'),
    })
    const look = new OrganisationLook(store.database, clock)
    const wake = () => worker.wake()
    const sheets = new SheetThreads()
    return {
      parts: { store, now, wake, sheets },
      pages: uploadRoutes,
      start: (issuing) => worker.start({ ...issuing, secrets }),
      stop: async () => {
        await worker.stop()
        await sheets.close()
      },
      wake,
      upkeep: [(now, isStopped) => removeFiles(store.database, look, { before: now - fileKeptMs, now }, isStopped)],
    }
  },
})

const heldSentence =
  'They wait until a person issues them again in the console. First find out which of their documents were sent: ' +
  'docs/operating.md, "After a restore".'

/** A slice takes a second or two; that of the largest documents some more. */
const leaseMsMax = 60_000
