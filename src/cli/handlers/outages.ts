import { startOfGulfDay } from '@selfbill/pint-ae/document'
import { outageAnswer } from '../../api/operations/administration/list-outages.ts'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { listOutages } from '../../store/outages.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Prints the outages of the whole service, newest first. */
export async function printOutages(
  terminal: Terminal,
  config: Config,
  { since, ...form }: OutagesOptions,
): Promise<number> {
  const from = since === undefined ? 0 : startOfDay(since)
  return withStore(config, async ({ database }) => {
    const page = { orgId: undefined, since: from, before: Number.MAX_SAFE_INTEGER, limit: 1_000 }
    const columns = ['from', 'to', 'cause', 'documents', 'report_by', 'reason'] as const
    printRows(terminal, (await listOutages(database, page)).map(outageAnswer), columns, form)
    return 0
  })
}

interface OutagesOptions extends JsonOption {
  readonly since?: string | undefined
}

function startOfDay(date: string): number {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? startOfGulfDay(date) : Number.NaN
  if (Number.isNaN(start)) throw new UsageError(`--since ${date} is not a date such as 2026-07-15`)
  return start
}
