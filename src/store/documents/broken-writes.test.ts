import { strict as assert } from 'node:assert'
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase, onPostgres } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { pack } from '../../text/packing.ts'
import type { Database, Statement } from '../database/database.ts'
import type { NewLeg } from '../legs/legs.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import type { NewDocument } from './new-document.ts'
import { reviseDocument } from './revise-document.ts'

const schema = await readFile(new URL('../../../migrations/schema.sqlite.sql', import.meta.url), 'utf8')
const tables = [...schema.matchAll(/^create table (\w+) /gm)].map(([, table = '']) => table)

eachDatabase('broken writes', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  test('a create that breaks at any statement leaves nothing behind', async () => {
    const create = async (db: Database) => addDocument(db, await everythingOf(orgId))
    const broken = await breakEachStatement(store.database, create)
    assert.ok(broken >= 12, `only ${broken} statements`)
    assert.deepEqual(await create(store.database), { outcome: 'added', sequence: 1 })
  })

  test('a resubmission that breaks at any statement leaves nothing behind', async () => {
    const failed = aNewDocument({ orgId, overallStatus: 'VALIDATION_FAILED', billingReferences: ['INV-1'] })
    assert.equal((await addDocument(store.database, failed)).outcome, 'added')
    const revise = async (db: Database) => {
      const document = await everythingOf(orgId, failed.id)
      return reviseDocument(db, { ...document, revision: 2, changes: '{}' })
    }
    const broken = await breakEachStatement(store.database, revise)
    assert.ok(broken >= 12, `only ${broken} statements`)
    assert.equal(await revise(store.database), 'revised')
  })
})

onPostgres('explicit transactions', (open) => {
  test('several statements stand between begin and commit, a single one commits itself', async () => {
    const db = await open()
    // Outside of a transaction that was begun, PostgreSQL refuses a savepoint.
    const savepoint = sql('savepoint here')
    await db.transaction([savepoint, sql('select 1 as one')])
    await db.transaction([sql('select 1 as one'), savepoint], 'lane')
    assert.deepEqual(await db.snapshot([savepoint, sql('select 1 as one')]), [[], [{ one: 1 }]])
    await assert.rejects(db.query(savepoint), /transaction/)
  })

  test('after a broken transaction the connection serves the next one', async () => {
    const db = await open()
    for (let round = 0; round < 20; round++) {
      await assert.rejects(db.transaction([sql('select 1 as one'), nonsense]), /no_such_table/)
      await assert.rejects(db.snapshot([sql('select 1 as one'), nonsense]), /no_such_table/)
    }
    const [ids] = await db.snapshot([
      sql('select count(*) as used from pg_stat_activity where datname = current_database()'),
    ])
    assert.deepEqual(ids, [{ used: 1 }])
  })
})

const nonsense = sql('insert into no_such_table values (1)')

/**
 * Runs the write with its first statement broken, then with its second, and so on, and compares
 * all tables with what they held before. Returns the number of statements.
 */
async function breakEachStatement(db: Database, write: (db: Database) => Promise<unknown>): Promise<number> {
  const before = await contentOf(db)
  for (let at = 0; ; at++) {
    let length = 0
    const breaking: Database = {
      ...db,
      transaction(statements, lane) {
        length = statements.length
        return db.transaction(at < length ? statements.with(at, nonsense) : [...statements, nonsense], lane)
      },
    }
    await assert.rejects(write(breaking), /no_such_table/)
    assert.deepEqual(await contentOf(db), before, `statement ${at + 1} of ${length}`)
    if (at >= length) return length
  }
}

async function contentOf(db: Database): Promise<Readonly<Record<string, unknown>>> {
  const selects = tables.map((table): Statement => sql(`select * from ${table}`))
  const rows = await db.snapshot(selects)
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]]))
}

/** A document that needs every statement a create has. Its texts are new memory each time. */
async function everythingOf(orgId: string, id: string = randomUUID()): Promise<NewDocument> {
  const long = (word: string) => pack(`${word} `.repeat(300), 1)
  const content = Buffer.from('%PDF-1.7')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const [request, answer, ubl, findings, body] = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(long))
  const key = { orgId, hash: randomUUID(), fingerprint: 'f' }
  return {
    ...aNewDocument({ orgId, id }),
    request: request ?? '',
    answer: answer ?? '',
    ubl: ubl ?? '',
    findings: findings ?? '',
    billingReferences: ['INV-1', 'INV-2'],
    attachments: ['one', 'two'].map((name) => ({
      id: name,
      fileName: `${name}.pdf`,
      fileType: 'application/pdf',
      content: Uint8Array.from(content),
      sha256,
    })),
    events: [
      {
        orgId,
        documentId: id,
        event: 'DOCUMENT_CREATED',
        message: 'created',
        becomes: { revision: 1, overallStatus: 'PENDING' },
      },
      { orgId, documentId: id, event: 'VALIDATION_SUCCESS', message: 'passed' },
    ],
    legs: [legOf(orgId, id, 'C3'), { ...legOf(orgId, id, 'C5'), documentXml: await long('<TaxData/>') }],
    credit: { invoiceId: 'INV-1', number: 1, amounts: '{}' },
    keptAnswer: {
      key,
      mark: 'm',
      now: 1,
      answer: { status: 201, type: 'application/json', body: { before: '{', documentId: id, after: body ?? '' } },
    },
  }
}

function legOf(orgId: string, documentId: string, corner: NewLeg['corner']): NewLeg {
  return {
    orgId,
    documentId,
    corner,
    transmissionUuid: randomUUID(),
    revision: 1,
    senderId: '0235:1',
    receiverId: '0235:2',
    docTypeId: 'type',
    processId: 'process',
    country: 'AE',
    accessPoint: 'default',
    status: 'PENDING',
  }
}
