import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { NotReportable, reportAgain } from '../../exchange/reports/report-again.ts'
import { withStore } from '../../service/open-store.ts'
import { loadRulebook } from '../../service/rulebook.ts'

/**
 * Makes a new report for a document. Exit 1, with the reason, when the document cannot be reported
 * again.
 */
export async function report(config: Config, id: string): Promise<number> {
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
