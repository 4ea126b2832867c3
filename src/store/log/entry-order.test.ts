import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, entriesOf } from '../../../test/support/delivery/deliverables.ts'
import type { Database } from '../database/database.ts'
import { claimLegs } from '../legs/leg-queue.ts'
import { legOfTransmission } from '../legs/legs.ts'
import { noteOnLeg } from '../legs/settle-legs.ts'
import { feedFrom, numberEntries } from './feed.ts'

eachDatabase('the order of entries', (open) => {
  test('entries of a document are numbered without a gap, however many write at once', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const deliverables = await Promise.all(Array.from({ length: 4 }, () => addDeliverable(one)))
    const claims = [one, two].map((db, at) =>
      claimLegs(db, {
        owner: `owner ${at}`,
        accessPoint: 'default',
        now: Date.now(),
        limit: 6,
        leaseMs: 60_000,
        doubtBefore: 0,
        orgId: 'org-1',
      }),
    )
    const notes = deliverables.flatMap(({ transmissionUuids: { c3, c5 } }) =>
      Array.from({ length: 6 }, async (_, at) => {
        const leg = await legOfTransmission(one, at % 2 === 0 ? c3 : c5)
        assert.ok(leg)
        await noteOnLeg(at % 3 === 0 ? one : two, leg, { event: 'NOTE', message: `${at}` }, 1)
      }),
    )
    await Promise.all([...claims, ...notes])
    for (const deliverable of deliverables) {
      const ids = (await entriesOf(one, deliverable)).map(({ id }) => id)
      // Two of the create, six notes, and one for each leg that was claimed.
      assert.deepEqual(
        ids.toSorted((left, right) => left - right),
        Array.from({ length: 10 }, (_, at) => at + 1),
      )
    }
  })

  test('the feed follows the time where ids of several nodes run against it', async () => {
    const db = await open()
    const orgId = randomUUID()
    // Each node of a cluster deals ids of its own: the later the document, the lower.
    const entries = Array.from({ length: 6 }, (_, at) => ({
      documentId: `d${9 - at}`,
      id: 2 ** (40 - at),
      at: 10 + at,
    }))
    assert.deepEqual(await feedOf(db, orgId, entries.toReversed(), 4), entries.map(nameOf))
  })

  test('the feed follows the ids of a document where the clock went back', async () => {
    const db = await open()
    const times = [50, 20, 90, 10, 90]
    const own = times.map((at, index) => ({ documentId: 'd', id: index + 1, at }))
    const others = [15, 60, 95].map((at) => ({ documentId: `other ${at}`, id: 1, at }))
    for (const limit of [1, 2, 3, 100]) {
      const order = await feedOf(db, randomUUID(), [...own, ...others], limit)
      assert.deepEqual(
        order.filter((name) => name.startsWith('d ')),
        own.map(nameOf),
        `${limit} at a time`,
      )
      assert.equal(new Set(order).size, own.length + others.length)
    }
  })
})

interface Entry {
  readonly documentId: string
  readonly id: number
  readonly at: number
}

function nameOf({ documentId, id }: Pick<Entry, 'documentId' | 'id'>): string {
  return `${documentId} ${id}`
}

/** Writes the entries in the order given, numbers them in steps, and reads the feed. */
async function feedOf(db: Database, orgId: string, entries: readonly Entry[], limit: number) {
  const documentIds = new Map<string, string>()
  for (const { documentId } of entries) {
    if (documentIds.has(documentId)) continue
    const added = await addDeliverable(db, { orgId })
    await db.query(sql('delete from entries where org_id = $1 and document_id = $2', orgId, added.documentId))
    documentIds.set(documentId, added.documentId)
  }
  for (const { documentId, id, at } of entries) {
    await db.query(
      sql(
        `insert into entries (org_id, document_id, id, event, message, at, revision)
         values ($1, $2, $3, 'DOCUMENT_RESUBMITTED', 'm', $4, 1)`,
        orgId,
        documentIds.get(documentId) ?? '',
        id,
        at,
      ),
    )
  }
  while ((await numberEntries(db, orgId, limit)) > 0);
  const rows = await feedFrom(db, orgId, 1, 100)
  assert.deepEqual(
    rows.map(({ position }) => position),
    rows.map((_, at) => at + 1),
  )
  const names = new Map([...documentIds].map(([name, id]) => [id, name]))
  return rows.map(({ documentId, id }) => nameOf({ documentId: names.get(documentId) ?? '', id }))
}
