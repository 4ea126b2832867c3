import { inEnglish } from '@selfbill/pint-ae/messages'
import { reportDocumentAgain } from '../../application/report-again.ts'
import { DatabaseClock } from '../../clock/database-clock.ts'
import { systemIds } from '../../clock/ids.ts'
import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { organisationOfDocument } from '../../store/legs/reports.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Makes a new report for a document. Exit 1, with the reason, when the document cannot be reported
 * again.
 */
export async function report(terminal: Terminal, config: Config, id: string): Promise<number> {
  return withStore(config, async (store) => {
    const { serviceProviderId, authorityId } = config
    const clock = await DatabaseClock.open(store.database)
    const rulebook = await loadRulebook(config)
    const parts = { db: store.database, clock, ids: systemIds, rulebook, serviceProviderId, authorityId }
    const reported = await reportDocumentAgain(parts, undefined, id)
    if (!('refusal' in reported)) {
      const { transmissionUuid: transmission } = reported
      const orgId = await organisationOfDocument(store.database, id)
      const target = { kind: 'document', id }
      if (orgId !== undefined)
        await auditCommand(store, { orgId, action: 'reportAgain', target, detail: { transmission } })
      terminal.print(`The document ${id} is reported again, as transmission ${transmission}.`)
      return 0
    }
    if (reported.refusal === 'document_not_found') {
      terminal.warn(`selfbill report: there is no document ${id}`)
      return 1
    }
    terminal.warn(printable(`selfbill report: ${inEnglish(reported.reason)}`))
    for (const { reasonCode, location } of reported.findings) {
      terminal.warn(printable(`  ${reasonCode} at ${location}`))
    }
    return 1
  })
}
