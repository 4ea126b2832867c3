import { createHash } from 'node:crypto'
import { checkChain } from '../../src/service/check-chain.ts'
import { legDocument } from '../../src/store/legs/leg-document.ts'
import type { AccessPoint } from './access-point.ts'
import type { Callers } from './callers.ts'
import type { WorldDatabase } from './database.ts'
import type { Created } from './journal.ts'
import { storeOn } from './world-store.ts'

/** Documents that callers read again: as they were answered, or without their content. */
export class DocumentReads {
  readonly #parts: ReadParts

  constructor(parts: ReadParts) {
    this.#parts = parts
  }

  /** Every document that a caller was answered. */
  async all(): Promise<void> {
    for (const document of this.#parts.callers.journal.created) await this.one(document)
  }

  /** What arrived at an access point is what the leg would send again, and the chains have no gap. */
  async stored(): Promise<void> {
    const { accessPoints, database, removed, violation } = this.#parts
    const store = storeOn(database.direct())
    const taken = new Map(accessPoints.flatMap((accessPoint) => [...accessPoint.taken]))
    for (const row of database.rows('select org_id, document_id, revision, transmission_uuid from legs')) {
      const [orgId = '', documentId = '', uuid = ''] = [row.org_id, row.document_id, row.transmission_uuid].map(String)
      const sent = taken.get(uuid)
      if (sent === undefined || removed.has(documentId)) continue
      const key = { orgId, documentId, revision: Number(row.revision), transmissionUuid: uuid }
      const content = createHash('sha256')
      for await (const piece of (await legDocument(store.database, key)).parts()) content.update(piece)
      if (content.digest('hex') !== sent.content) violation('what was sent is what is stored', uuid)
    }
    const { problems } = await checkChain(store)
    for (const problem of problems) violation('the chain is sound', problem)
  }

  /** What is removed answers 410, and everything else as it was answered, until it is corrected. */
  async one({ orgId, id, family, answer }: Created): Promise<void> {
    const { callers, removed, database, violation } = this.#parts
    const wasRemoved = removed.has(id)
    const reply = await callers.send({ operationId: `retrieve${nameOf(family)}`, orgId, params: { id } })
    if (reply.kind !== 'answered' || reply.status >= 500) return
    const what = `${id}: ${reply.status} ${reply.text.slice(0, 200)}`
    if ((reply.status === 410 && !removed.has(id)) || (reply.status === 200 && wasRemoved))
      violation('what is removed answers 410', what)
    else if (reply.status === 200) {
      const [row] = database.rows('select revision from documents where id = $1', id)
      if (row?.revision === 1 && contentIn(reply.text) !== contentIn(answer))
        violation('a document is read as it was answered', what)
    } else if (reply.status !== 410) violation('a document that was answered is there', what)
  }
}

export interface ReadParts {
  readonly accessPoints: readonly AccessPoint[]
  readonly callers: Callers
  readonly database: WorldDatabase
  /** Documents whose content is removed. */
  readonly removed: ReadonlyMap<string, string>
  readonly violation: (invariant: string, what: string) => void
}

/** As operations are named after it. */
export function nameOf(family: string): string {
  return family === 'purchase-invoices' ? 'PurchaseInvoice' : 'PurchaseCreditNote'
}

/** Everything but the status. */
function contentIn(answer: string): string {
  return JSON.stringify({ ...JSON.parse(answer), meta_info: undefined })
}
