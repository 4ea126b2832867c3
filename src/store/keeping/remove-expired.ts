import { gulfTime, startOfGulfDay } from '@selfbill/pint-ae/document'
import type { Database } from '../database/database.ts'
import { type RemovableDocument, removableDocuments, removableMax, removeContent } from './remove-content.ts'
import { noteRemovedBefore, type RemovingOrganisation } from './retentions.ts'

/**
 * Removes the content of an organisation's documents whose retention is over, a transaction for
 * each. Looks at them once for each year, and again after a change: held documents and those with
 * open legs stay until then. Returns how many were removed.
 */
export async function removeExpired(
  db: Database,
  organisation: RemovingOrganisation,
  now: number,
  isOver: () => boolean = () => false,
): Promise<number> {
  const { orgId, years, removedBefore = '' } = organisation
  const end = retentionEnd(years, now)
  if (removedBefore >= end.day) return 0
  let removed = 0
  let last: RemovableDocument = { issueDate: '', documentId: '' }
  for (;;) {
    const page = await removableDocuments(db, orgId, end, last)
    for (const { documentId } of page) {
      if (isOver()) return removed
      if (await removeContent(db, { orgId, documentId, ...end }, now)) removed += 1
    }
    last = page.at(-1) ?? last
    if (page.length < removableMax) break
  }
  await noteRemovedBefore(db, organisation, end.day)
  return removed
}

/** Retentions begin with the year after the document, in Gulf Standard Time. */
function retentionEnd(years: number, now: number) {
  const day = `${Number(gulfTime(now)[0].slice(0, 4)) - years}-01-01`
  return { years, day, time: startOfGulfDay(day) }
}
