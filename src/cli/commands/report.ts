import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { NotReportable, reportAgain } from '../../exchange/reports/report-again.ts'
import { withStore } from '../../service/open-store.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { UsageError } from '../usage-error.ts'

/**
 * `report ID`: a document whose report the tax authority rejected is reported again; the running service sends it with its next
 * look. Exit 1, with the reason, when that cannot be.
 */
export async function report(config: Config, args: readonly string[]): Promise<number> {
  const [id, ...more] = args
  if (id === undefined || more.length > 0) throw new UsageError('name one document, by its id')
  return withStore(config, async (store) => {
    const { serviceProviderId, authorityId } = config
    const clock = await DatabaseClock.open(store.database)
    const parts = { db: store.database, clock, rulebook: loadRulebook(config), serviceProviderId, authorityId }
    try {
      console.log(`The document ${id} is reported again, as transmission ${await reportAgain(parts, id)}.`)
      return 0
    } catch (error) {
      if (!(error instanceof NotReportable)) throw error
      console.error(`selfbill report: ${error.message}`)
      for (const { reasonCode, text, location } of error.findings)
        console.error(`  ${reasonCode} ${text} (${location})`)
      return 1
    }
  })
}
