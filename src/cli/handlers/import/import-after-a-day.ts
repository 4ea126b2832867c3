import { type ReadDocument, type ReadFile, rowsOf } from '../../../document-files/read-document.ts'
import { everyRange } from '../../../document-files/row-ranges.ts'
import { gatheredMax } from '../../../store/database/gathered-database.ts'
import { answerMs } from '../../../store/requests/kept-answer.ts'
import { UsageError } from '../../usage-error.ts'
import { groupMax, type ImportProgress } from './import-progress.ts'

// What keeps a document from being issued twice is kept for a day.

/**
 * Throws UsageError when an import stopped so long ago that the documents behind its progress may
 * be issued, and nothing in the database knows it. `issuedRows`: those that a person found issued;
 * they are left out, also in later runs. Saves when a new import began.
 */
export async function requireLookedUp(
  { name, read }: { readonly name: string; readonly read: ReadFile },
  progress: ImportProgress,
  { now, issuedRows }: { readonly now: number; readonly issuedRows: readonly number[] | undefined },
): Promise<void> {
  const { savedAt, counts } = progress
  if (savedAt === undefined) return progress.begin(now, [])
  if (savedAt > now - usableMs || counts.done >= read.count) return
  const rows = await rowsAfter(read, counts.done)
  const shown = everyRange(rows).join()
  if (issuedRows === undefined) {
    throw new UsageError(
      `${name}: the import stopped more than ${usableMs / 3_600_000} hours ago, so the documents of these rows may ` +
        `be issued already, and would be issued twice: ${shown}\n` +
        'Look them up in the console. Then run the import again with --issued-rows and the rows that are issued, ' +
        'such as --issued-rows 17-20,23, or --issued-rows none',
    )
  }
  const other = issuedRows.filter((row) => !rows.includes(row))
  if (other.length > 0)
    throw new UsageError(
      `${name}: --issued-rows names ${everyRange(other).join()}, and the rows in question are ${shown}`,
    )
  await progress.begin(savedAt, issuedRows)
}

/** Whether a row of the document is one that a person found issued. */
export function isLeftOut(document: ReadDocument, { issuedRows }: ImportProgress): boolean {
  return rowsOf(document).some((row) => issuedRows.has(row))
}

/** Those of the documents that a run may have issued behind its progress. */
async function rowsAfter(read: ReadFile, done: number): Promise<readonly number[]> {
  const rows: number[] = []
  let at = 0
  for await (const document of read.documents()) {
    at += 1
    if (at > done) rows.push(...rowsOf(document))
    if (at >= done + unsavedMax) break
  }
  return rows.toSorted((one, other) => one - other)
}

/** An hour less than the answers are kept: a group may take some minutes. */
const usableMs = answerMs - 3_600_000
/** A group that was not saved, and those under way behind it. */
const unsavedMax = groupMax + 2 * gatheredMax
