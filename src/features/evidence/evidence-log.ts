import { logAnswer } from '../../api/documents/log-entry.ts'
import type { Database } from '../../store/database/database.ts'
import { logAfter } from '../../store/log/log.ts'
import type { EvidenceSnapshot } from './snapshot.ts'

/** The log of a snapshot as JSON, page by page. Leaves out entries written after the snapshot. */
export async function* evidenceLog(db: Database, of: EvidenceSnapshot): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  const pending = new Set(of.log.entryIds)
  const document = { orgId: of.orgId, family: of.family, id: of.documentId }
  let after = { at: -1, id: -1 }
  let before = '['
  while (pending.size > 0) {
    const page = await logAfter(db, document, after, pageEntries)
    const last = page.at(-1)
    if (last === undefined) throw new Error('the log lost an entry')
    after = last
    const entries = logAnswer(page.filter(({ id }) => pending.delete(id)))
    // Each entry indented as in a list.
    const texts = entries.map((entry) => JSON.stringify([entry], null, 2).slice(1, -2))
    if (texts.length > 0) {
      yield encoder.encode(before + texts.join(','))
      before = ','
    }
  }
  yield encoder.encode(before === '[' ? '[]' : '\n]')
}

/**
 * An upper bound in bytes: 2,000 for the members of an entry with their names, and 6 for each byte
 * of its message, in case every character is escaped.
 */
export function logBytesMax({ log }: EvidenceSnapshot): number {
  return log.entryIds.length * 2_000 + log.messageBytes * 6
}

const pageEntries = 100
