import { startOfGulfDay } from '@selfbill/pint-ae/document'
import { reportBy } from '../../application/report-by.ts'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { listOutages, type Outage } from '../../store/outages.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Prints the outages of the whole service, newest first, a line for each. */
export async function printOutages(terminal: Terminal, config: Config, { since }: OutagesOptions): Promise<number> {
  const from = since === undefined ? 0 : startOfDay(since)
  return withStore(config, async ({ database }) => {
    const page = { orgId: undefined, since: from, before: Number.MAX_SAFE_INTEGER, limit: 1_000 }
    for (const outage of await listOutages(database, page)) terminal.print(printable(lineOf(outage)))
    return 0
  })
}

interface OutagesOptions {
  readonly since?: string | undefined
}

function startOfDay(date: string): number {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? startOfGulfDay(date) : Number.NaN
  if (Number.isNaN(start)) throw new UsageError(`--since ${date} is not a date such as 2026-07-15`)
  return start
}

function lineOf({ startedAt, endedAt, cause, documents, reason }: Outage): string {
  const to = endedAt === undefined ? 'now' : new Date(endedAt).toISOString()
  const words = [
    `${new Date(startedAt).toISOString()} to ${to}`,
    cause,
    `${documents} documents`,
    `report by ${reportBy(startedAt)}`,
    ...(reason === undefined ? [] : [reason]),
  ]
  return words.join('  ')
}
