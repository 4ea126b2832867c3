import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { claimReview } from '../../store/blobs/object-reviews.ts'
import { reviewObjects, waitMs } from '../../store/blobs/review-objects.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** Reviews the objects of one organisation, or of all. Exit 1 when it refused, or lacks objects. */
export async function reviewObjectStore(terminal: Terminal, config: Config, { org, dryRun }: Options): Promise<number> {
  const isDryRun = dryRun === true
  return withStore(config, async (store) => {
    const { database, blobs } = store
    if (blobs === undefined) throw new UsageError('BLOBS_URL is not set: there is no object store')
    const organisations = org === undefined ? await allOrganisations(database) : [await findOrganisation(store, org)]
    const now = (await DatabaseClock.open(database)).now()
    let problems = 0
    for (const { id, name } of organisations) {
      // The service need not do the same again soon.
      if (!isDryRun) await claimReview(database, id, { now, nextAt: now + waitMs })
      const counts = await reviewObjects(database, blobs, id, {
        now,
        isDryRun,
        ...(isDryRun && { onUnreferenced: (object, at) => terminal.print(`${new Date(at).toISOString()}  ${object}`) }),
      })
      problems += counts.refused + counts.lacking
      const deleted = isDryRun ? `${counts.deleted} would be deleted` : `${counts.deleted} deleted`
      const kept = counts.refused === 0 ? '' : `, ${counts.refused} kept by the object store`
      const found = `${counts.objects} objects, ${counts.unreferenced} without a row`
      terminal.print(printable(`${name}: ${found}, ${deleted}${kept}`))
      if (counts.lacking > 0) {
        terminal.warn(
          `selfbill objects: ${counts.lacking} references of ${printable(name)} have no object, so nothing ` +
            'beside them is deleted. Are BLOBS_URL and SECRET_KEY those that the objects were stored with?',
        )
      }
    }
    return problems === 0 ? 0 : 1
  })
}

interface Options extends OrgOption {
  readonly dryRun?: true | undefined
}
