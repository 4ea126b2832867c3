import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { Client } from 'pg'
import { eachDatabase, onPostgres } from '../../test/support/databases/databases.ts'
import { addDeliverable } from '../../test/support/delivery/deliverables.ts'
import { times } from '../../test/support/effort.ts'
import { Random } from '../../test/support/random.ts'
import { systemClock } from '../clock/clock.ts'
import type { Database } from '../store/database/database.ts'
import { lockDocument } from '../store/documents/lock-document.ts'
import { insertEntries } from '../store/log/new-entries.ts'
import { beginning, type Cursor, readCursor, writeCursor } from './cursor.ts'
import { entryOf } from './entry.ts'
import { Feed } from './feed.ts'

// A reader that follows the cursors sees every change once, in the same order as every other
// reader, however the writers' transactions overlap.

const seeds = times({ quick: 1, full: 2, long: 20 })
const changesMax = 120

/** A document whose later changes differ in their revision. */
async function aDocument(db: Database, orgId = randomUUID()): Promise<{ orgId: string; documentId: string }> {
  return addDeliverable(db, { orgId })
}

function aChange(document: { orgId: string; documentId: string }, revision: number) {
  const becomes = { revision, overallStatus: 'PENDING' } as const
  const [statement] = insertEntries(
    [{ ...document, event: 'DOCUMENT_RESUBMITTED', message: 'Again', becomes }],
    revision,
  )
  assert.ok(statement)
  return statement
}

/** Reads pages until `isOver` is true and no entries are left. */
async function readAll(feed: Feed, orgId: string, pageMax: number, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = []
  let cursor: Cursor = beginning
  for (;;) {
    const isLast = isOver()
    const page = await feed.after(orgId, cursor, pageMax)
    assert.ok(page, 'every returned cursor is valid')
    assert.ok(page.rows.length <= pageMax)
    seen.push(...page.rows.map((row) => `${row.isCreation ? 'created' : row.revision}`))
    const text = writeCursor(page.next)
    assert.deepEqual(readCursor(text), page.next)
    cursor = page.next
    if (isLast && page.rows.length === 0) return seen
    if (page.rows.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

function assertEveryChangeOnce(seen: readonly string[], changes: number): void {
  assert.equal(seen[0], 'created')
  assert.deepEqual(
    seen.slice(1).toSorted((one, other) => Number(one) - Number(other)),
    Array.from({ length: changes }, (_, at) => String(at + 2)),
  )
}

eachDatabase('feed', (open) => {
  let db: Database
  let feed: Feed
  before(async () => {
    db = await open()
    feed = new Feed(db)
  })

  test('readers see every change of many writers once, and all in the same order', async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = new Random(seed)
      const document = await aDocument(db)
      let underWay = changesMax
      const writers = Array.from({ length: changesMax }, async (_, at) => {
        await systemClock.sleep(random.below(60)) // writers start at different times
        const lock = lockDocument(db, document.orgId, document.documentId)
        await db.transaction([...lock, aChange(document, at + 2)])
        underWay -= 1
      })
      const otherInstance = new Feed(await open())
      const isOver = () => underWay === 0
      const readings = await Promise.all([
        readAll(feed, document.orgId, 1 + random.below(10), isOver),
        readAll(feed, document.orgId, 100, isOver),
        readAll(otherInstance, document.orgId, 1 + random.below(10), isOver),
      ])
      await Promise.all(writers)
      const [first = []] = readings
      assertEveryChangeOnce(first, changesMax)
      for (const reading of readings) assert.deepEqual(reading, first)
      assert.deepEqual(await readAll(feed, document.orgId, 500, () => true), first)
    }
  })

  test('hasMore is right even if later entries are not numbered yet', async () => {
    const document = await aDocument(db)
    const changes = 1_200
    for (let at = 0; at < changes; at += 300) {
      await db.transaction(Array.from({ length: 300 }, (_, of) => aChange(document, at + of + 2)))
    }
    const lengths: number[] = []
    let cursor = beginning
    for (;;) {
      const page = await feed.after(document.orgId, cursor, 500)
      assert.ok(page)
      lengths.push(page.rows.length)
      cursor = page.next
      if (!page.hasMore) break
    }
    assert.deepEqual(lengths, [500, 500, 201])
  })

  test('the end comes after all entries, even if the feed was not read for a long time', async () => {
    const document = await aDocument(db)
    await db.transaction(Array.from({ length: 50 }, (_, at) => aChange(document, at + 2)))
    const end = await feed.end(document.orgId)
    assert.deepEqual((await feed.after(document.orgId, end, 10))?.rows, [])
    await db.transaction([aChange(document, 99)])
    const page = await feed.after(document.orgId, end, 10)
    assert.deepEqual(
      page?.rows.map(({ revision }) => revision),
      [99],
    )
    assert.deepEqual(await feed.end('nobody'), beginning)
  })

  test('cursors of another feed, beyond the end or made up are refused', async () => {
    const [ours, theirs] = [await aDocument(db), await aDocument(db)]
    const own = await feed.end(ours.orgId)
    const other = await feed.end(theirs.orgId)
    assert.equal(own.position, other.position)
    assert.equal(await feed.after(ours.orgId, other, 10), undefined)
    assert.equal(await feed.after(ours.orgId, { ...own, position: own.position + 1 }, 10), undefined)
    assert.ok(await feed.after(ours.orgId, own, 10))
    for (const text of ['', '1', '-1', 'x-', '0-0123456789', '1-012345678', '1-0123456789 ', 'zzzzzzzzzzzz-0123456789'])
      assert.equal(readCursor(text), undefined, text)
  })

  test('the feed holds only changes of the document, each with the state after it', async () => {
    const document = await aDocument(db)
    const page = await feed.after(document.orgId, beginning, 10)
    assert.equal(page?.rows.length, 1, 'validation adds no entry')
    const [row] = page.rows
    assert.ok(row)
    const { id, timestamp, cursor, ...entry } = entryOf(row)
    assert.match(id, /^evt_[0-9a-f]{32}$/)
    assert.ok(Date.parse(timestamp) > 0)
    assert.deepEqual(readCursor(cursor), page.next)
    assert.deepEqual(entry, {
      type: 'purchase.invoice.created',
      data: {
        id: document.documentId,
        org_id: document.orgId,
        business_profile_id: 'BP-1',
        document_number: document.documentId,
        document_sequence: row.sequence,
        revision: 1,
        overall_status: 'PENDING',
        participant_status: null,
        fta_status: null,
        path: `/api/purchase-invoices/${document.documentId}`,
      },
    })
  })
})

onPostgres('feed', (open) => {
  test('a change that starts first and commits last comes last and is not missed', async () => {
    const db = await open()
    const feed = new Feed(db)
    const { location } = open
    assert.ok('databaseUrl' in location)
    // Two transactions that are open at once change different documents: each locks its own.
    const orgId = randomUUID()
    const documents = await Promise.all(Array.from({ length: 12 }, () => aDocument(db, orgId)))
    const random = new Random(7)
    const clients = await Promise.all(
      documents.map(async () => {
        const client = new Client(location.databaseUrl)
        await client.connect()
        await client.query("select set_config('selfbill.org', $1, false)", [orgId])
        return client
      }),
    )
    try {
      const seen: string[] = []
      let cursor = await feed.end(orgId)
      const read = async () => {
        const page = await feed.after(orgId, cursor, 5)
        assert.ok(page)
        seen.push(...page.rows.map((row) => `${row.isCreation ? 'created' : row.revision}`))
        cursor = page.next
        return page.rows.length
      }
      const committed: string[] = []
      for (let round = 0; round < 5; round += 1) {
        // All write in one order and commit in another.
        for (const [at, document] of documents.entries()) {
          const client = clients[at]
          assert.ok(client)
          const { sql, params } = aChange(document, round * clients.length + at + 2)
          await client.query('begin')
          await client.query(sql, [...params])
        }
        for (const at of random.shuffled([...clients.keys()])) {
          await clients[at]?.query('commit')
          committed.push(String(round * clients.length + at + 2))
          if (random.below(2) === 0) await read()
        }
      }
      while ((await read()) > 0);
      assertEveryChangeOnce(['created', ...seen], committed.length)
      assert.notDeepEqual(
        seen,
        seen.toSorted((one, other) => Number(one) - Number(other)),
        'commits were out of order',
      )
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  })
})
