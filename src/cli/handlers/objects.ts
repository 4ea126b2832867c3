import { instantAt } from '@selfbill/pint-ae/document'
import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { claimReview } from '../../store/blobs/object-reviews.ts'
import { type ObjectCounts, reviewObjects, waitMs } from '../../store/blobs/review-objects.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import { type JsonOption, printJson, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** Reviews the objects of one organisation, or of all. Exit 1 when it refused, or lacks objects. */
export async function reviewObjectStore(
  terminal: Terminal,
  config: Config,
  { org, dryRun, ...form }: Options,
): Promise<number> {
  const isDryRun = dryRun === true
  return withStore(config, async (store) => {
    const { database, blobs } = store
    if (blobs === undefined) throw new UsageError('BLOBS_URL is not set: there is no object store')
    const organisations = org === undefined ? await allOrganisations(database) : [await findOrganisation(store, org)]
    const now = (await DatabaseClock.open(database)).now()
    const rows: ReturnType<typeof rowOf>[] = []
    for (const { id, name } of organisations) {
      const counts = await reviewObjects(database, blobs, id, {
        now,
        isDryRun,
        ...(isDryRun && {
          onUnreferenced: (object, at) => {
            const unreferenced = { object, unreferenced_since: instantAt(at) }
            if (form.json === true) printJson(terminal, unreferenced)
            else terminal.print(`${unreferenced.unreferenced_since}  ${object}`)
          },
        }),
      })
      // The service need not do the same again soon. Not before: a command that is stopped has not.
      if (!isDryRun) await claimReview(database, id, { now, nextAt: now + waitMs })
      rows.push(rowOf(name, counts, isDryRun))
      if (counts.lacking > 0) {
        terminal.warn(
          `selfbill objects: ${counts.lacking} references of ${printable(name)} have no object, so nothing ` +
            'beside them is deleted. Are BLOBS_URL and SECRET_KEY those that the objects were stored with?',
        )
      }
    }
    const due = isDryRun ? 'to_delete' : 'deleted'
    printRows(terminal, rows, ['organisation', 'objects', 'unreferenced', due, 'refused', 'lacking'], form)
    return rows.every(({ refused, lacking }) => refused + lacking === 0) ? 0 : 1
  })
}

/** `refused`: the object store keeps them. `lacking`: references without an object. */
function rowOf(organisation: string, { deleted, ...counts }: ObjectCounts, isDryRun: boolean) {
  const { objects, unreferenced, refused, lacking } = counts
  const due = isDryRun ? { to_delete: deleted } : { deleted }
  return { organisation, objects, unreferenced, to_delete: undefined, deleted: undefined, ...due, refused, lacking }
}

interface Options extends OrgOption, JsonOption {
  readonly dryRun?: true | undefined
}
