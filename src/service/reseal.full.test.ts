import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { MemoryObjects } from '../../test/support/databases/memory-objects.ts'
import { sealedTextsIn } from '../../test/support/databases/sealed-texts.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../test/support/databases/stored.ts'
import { opened, sealed } from '../security/sealing.ts'
import { Blobs } from '../store/blobs/blobs.ts'
import { resealObjects } from '../store/blobs/reseal-objects.ts'
import { reviewObjects, waitMs } from '../store/blobs/review-objects.ts'
import type { Database, Value } from '../store/database/database.ts'
import { addDocument } from '../store/documents/add-document.ts'
import { writeOlderSecrets } from '../store/former-secrets.ts'
import { withStoredStatus } from '../store/legs/stored-status.ts'
import { sealedTables } from '../store/sealed-rows.ts'
import { openStore } from '../store/store.ts'
import { resealAll, tallyKeys } from './reseal.ts'

const [former, present, lost] = ['5e'.repeat(32), 'a7'.repeat(32), 'c3'.repeat(32)]
const database = { kind: 'postgres', url: '' } as const
const config = { secretKey: present, formerSecretKeys: [former], database }
const quiet = () => undefined

test('whatever encrypts is known, so that a new encrypted column cannot be forgotten', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .filter((file) =>
      /\b(seal|sealed)\(/.test(readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')),
    )
  // Each file beside the columns that take what it encrypts: they must be in sealedTables.
  const columns: Readonly<Record<string, string>> = {
    'api/compatibility/compatibility-parts.ts': 'clients: sealed_secret, and the two beside it after rotations',
    'api/idempotency/idempotency.ts': 'none: under the key of the request',
    'api/idempotency/sealed-answer.ts': 'none: under the key of the request',
    'api/identity/signing-keys.ts': 'signing_keys: private_jwk',
    'api/parts.ts': 'declares it',
    'application/ask-for-approval.ts': 'approvals: request, summary',
    'features/drafts/operations.ts': 'drafts: content, summary',
    'features/feature.ts': 'declares it',
    'features/webhooks/feature.ts': 'webhooks: secret, and the two beside it after rotations',
    'features/webhooks/operations.ts': 'webhooks',
    'features/webhooks/parts.ts': 'declares it',
    'security/sealing.ts': 'defines it',
    'service/compatibility-parts.ts': 'clients',
    'service/reseal.ts': 'all of them',
    'service/sealed-secrets.ts': 'defines it',
    'store/blobs/blobs.ts': 'objects',
  }
  assert.deepEqual(files.toSorted(), Object.keys(columns).toSorted())
})

eachDatabase('encrypting again under a new SECRET_KEY', (open) => {
  const aStore = async (blobs?: Blobs) => {
    const store = open.keep(await openStore(open.location, 1, undefined, blobs))
    for (const table of [...Object.keys(sealedTables), 'text_parts', 'leg_statuses'])
      await store.database.query(sql(`delete from ${table}`))
    return store
  }

  test('every column is encrypted again, in every organisation, and keeps its content', async () => {
    const store = await aStore()
    const organisations = [await anOrganisationWithProfile(store), await anOrganisationWithProfile(store)]
    for (const [at, { orgId }] of organisations.entries()) await oneOfEach(store.database, orgId, at === 0 ? 45 : 1)
    await insert(store.database, 'signing_keys', aKey('live', sealed('private', former)))
    await insert(store.database, 'signing_keys', { ...aKey('ended', sealed('private', lost)), retired_at: 5 })
    const all = Object.entries(sealedTables).flatMap(([table, { columns }]) =>
      columns.map((name) => `${table}.${name}`),
    )
    const before = await sealedTextsIn(store.database)
    assert.deepEqual([...before.keys()], all.toSorted())
    const secretsOf = (texts: ReadonlyMap<string, readonly string[]>, key: string) =>
      [...texts].map(([column, values]) => [column, values.map((text) => openedOr(text, key)).toSorted()])
    const counted = await tallyKeys(store, config)
    assert.deepEqual(new Set(counted.map(({ key }) => key)), new Set(['SECRET_KEY_FORMER 1']))

    await resealAll(store, config, quiet)
    const after = await sealedTextsIn(store.database)
    assert.deepEqual(secretsOf(after, present), secretsOf(before, former))
    assert.deepEqual(await tallyKeys(store, { ...config, formerSecretKeys: [] }), [
      { kind: 'signing keys', key: 'SECRET_KEY', count: 1 },
      { kind: 'webhook secrets', key: 'SECRET_KEY', count: 8 },
      { kind: 'client secrets', key: 'SECRET_KEY', count: 8 },
      { kind: 'drafts', key: 'SECRET_KEY', count: 46 },
      { kind: 'documents that wait for approval', key: 'SECRET_KEY', count: 2 },
    ])
    await resealAll(store, config, quiet)
    assert.deepEqual(await sealedTextsIn(store.database), after, 'a second run writes nothing')
    const [draft] = await store.database.query(sql('select version, updated_at from drafts'))
    assert.deepEqual({ ...draft }, { version: 1, updated_at: 1 })
  })

  test('what was stored before there was a key is encrypted, and what no key opens stays as it is', async () => {
    const store = await aStore()
    const { orgId } = await anOrganisationWithProfile(store)
    await insert(store.database, 'drafts', aDraft(orgId, 'plain', 'plain'))
    const closed = sealed('closed', lost)
    await insert(store.database, 'drafts', aDraft(orgId, 'closed', closed))
    const tally = () => tallyKeys(store, config)
    assert.deepEqual(await tally(), [
      { kind: 'drafts', key: 'no key', count: 1 },
      { kind: 'drafts', key: 'not encrypted', count: 1 },
    ])
    await resealAll(store, config, quiet)
    assert.deepEqual(await tally(), [
      { kind: 'drafts', key: 'no key', count: 1 },
      { kind: 'drafts', key: 'SECRET_KEY', count: 1 },
    ])
    const [row] = await store.database.query(sql(`select content from drafts where id = 'closed'`))
    assert.equal(row?.content, closed)
  })

  test('a row that a running service changes meanwhile keeps the change, and is encrypted again too', async () => {
    const store = await aStore()
    const { orgId } = await anOrganisationWithProfile(store)
    for (const id of ['changed', 'deleted', 'quiet']) await insert(store.database, 'drafts', aDraft(orgId, id, id))
    let isFirst = true
    const raced: Database = {
      ...store.database,
      transaction: async (statements) => {
        if (isFirst && statements.some((one) => one.sql.startsWith('update drafts'))) {
          isFirst = false
          const saved = sealed('saved meanwhile', former)
          await store.database.query(sql(`update drafts set content = $1, version = 2 where id = 'changed'`, saved))
          await store.database.query(sql(`delete from drafts where id = 'deleted'`))
        }
        return store.database.transaction(statements)
      },
    }
    await resealAll({ database: raced, blobs: undefined }, config, quiet)
    assert.equal(isFirst, false)
    const rows = await store.database.query(sql('select id, content, version from drafts order by id'))
    assert.deepEqual(
      rows.map(({ id, content, version }) => [id, openedOr(String(content), present), version]),
      [
        ['changed', 'saved meanwhile', 2],
        ['quiet', 'quiet', 1],
      ],
    )
  })

  test('a run that was stopped is continued by the next one', async () => {
    const store = await aStore()
    const { orgId } = await anOrganisationWithProfile(store)
    for (let at = 0; at < 50; at += 1)
      await insert(store.database, 'drafts', aDraft(orgId, `d${at}`, sealed(`content ${at}`, former)))
    let pages = 0
    const stopping: Database = {
      ...store.database,
      transaction: async (statements) => {
        if (pages === 1) throw new Error('the process was stopped')
        pages += 1
        return store.database.transaction(statements)
      },
    }
    await assert.rejects(resealAll({ database: stopping, blobs: undefined }, config, quiet), /stopped/)
    const counts = async () => (await tallyKeys(store, config)).map(({ key, count }) => [key, count])
    assert.deepEqual((await counts()).toSorted(), [
      ['SECRET_KEY', 20],
      ['SECRET_KEY_FORMER 1', 30],
    ])
    let looked = 0
    await resealAll(store, config, (texts) => {
      looked += texts
    })
    assert.deepEqual([await counts(), looked], [[['SECRET_KEY', 50]], 50])
  })

  test('objects are stored again under the new key, and reviews delete the former ones when it is gone', async () => {
    const time = { now: Date.UTC(2026, 0, 5) }
    const objects = new MemoryObjects()
    objects.now = () => time.now
    const blobsWith = (key: string | undefined, formerKeys: readonly string[] = []) =>
      new Blobs(objects, key, () => time.now, formerKeys)
    const store = await aStore(blobsWith(former))
    const { orgId } = await anOrganisationWithProfile(store)
    const ublOf = (word: string) => `<Invoice>${`${word} ${'9'.repeat(300)} `.repeat(20)}${randomText()}</Invoice>`
    const documents = ['one', 'two'].map((word) => aNewDocument({ orgId, ubl: ublOf(word) }))
    for (const document of documents) await addDocument(store.database, document)
    await statusInObject(store.database, orgId)
    const unencrypted = open.keep(await openStore(open.location, 1, undefined, blobsWith(undefined)))
    await addDocument(unencrypted.database, aNewDocument({ orgId, ubl: ublOf('before a key') }))
    const formerNames = [...objects.stored.keys()]
    assert.equal(formerNames.length, 4)
    time.now = Date.UTC(2026, 2, 5)
    const both = blobsWith(present, [former])
    const objectsOf = async (blobs: Blobs) =>
      (await tallyKeys({ database: store.database, blobs }, config))
        .filter(({ kind }) => kind === 'objects')
        .map(({ key, count }) => [key, count])
        .toSorted()
    const before = [
      ['SECRET_KEY_FORMER 1', 3],
      ['not encrypted', 1],
    ]
    assert.deepEqual(await objectsOf(both), before)
    // One name at once: an object under a former key is then in another part of the list.
    const review = (blobs: Blobs) => reviewObjects(store.database, blobs, orgId, { now: time.now, namesMax: 1 })
    assert.deepEqual(await review(both), { objects: 4, unreferenced: 0, deleted: 0, refused: 0, lacking: 0 })

    await resealAll({ database: store.database, blobs: both }, config, quiet)
    assert.deepEqual(await objectsOf(both), [['SECRET_KEY', 4]])
    assert.equal(objects.stored.size, 8)
    const writes = objects.stored.get([...objects.stored.keys()].at(-1) ?? '')
    await resealAll({ database: store.database, blobs: both }, config, quiet)
    assert.equal(objects.stored.get([...objects.stored.keys()].at(-1) ?? ''), writes, 'a second run writes nothing')

    for (let reviews = 0; reviews < 2; reviews += 1) {
      time.now += waitMs + 1
      assert.equal((await review(both)).lacking, 0)
    }
    assert.ok(
      formerNames.every((name) => !objects.stored.has(name)),
      'reviews delete the former ones',
    )
    assert.deepEqual(await objectsOf(blobsWith(present)), [['SECRET_KEY', 4]])
    assert.equal((await review(blobsWith(present))).lacking, 0)
  })

  test('what a running service stores while the objects are counted is not taken for missing', async () => {
    const objects = new MemoryObjects()
    const store = await aStore(new Blobs(objects, present))
    const { orgId } = await anOrganisationWithProfile(store)
    await addDocument(store.database, aNewDocument({ orgId, ubl: `<Invoice>${randomText()}</Invoice>` }))
    const counting = new Blobs(objects, present)
    const tallied: (number | undefined)[] = []
    const { namesLike } = counting
    let lists = 0
    counting.namesLike = async (...args) => {
      const names = await namesLike.apply(counting, args)
      lists += 1
      // The references of statuses are read after those of texts.
      if (lists === 1) await statusInObject(store.database, orgId)
      return names
    }
    await resealObjects(store.database, counting, orgId, { isDryRun: true, count: (at) => tallied.push(at) })
    assert.equal(lists, 2)
    assert.ok(tallied.length > 1)
    assert.deepEqual(new Set(tallied), new Set([0]))
  })

  test('an object from before the months is found without a list, and a missing one is counted', async () => {
    const objects = new MemoryObjects()
    const earlier = new Blobs(objects, former)
    const both = new Blobs(objects, present, Date.now, [former])
    const store = await aStore(both)
    const { orgId } = await anOrganisationWithProfile(store)
    const content = new TextEncoder().encode('a text from before the months')
    const digest = (await earlier.put(orgId, content)).subarray(2)
    const [[name, bytes] = ['', content]] = objects.stored
    objects.stored.set(earlier.nameOf(orgId, digest), bytes)
    objects.stored.delete(name)
    const part = { org_id: orgId, owner: 'o', packing: 'plain-blob', part: 0 }
    await insert(store.database, 'text_parts', { ...part, name: 'early', content: digest })
    await insert(store.database, 'text_parts', { ...part, name: 'gone', content: digest.with(0, (digest[0] ?? 0) ^ 1) })
    const counted = async () =>
      (await tallyKeys({ database: store.database, blobs: both }, config))
        .map(({ key, count }) => `${count} ${key}`)
        .toSorted()
    assert.deepEqual(await counted(), ['1 SECRET_KEY_FORMER 1', '1 no key'])
    await resealAll({ database: store.database, blobs: both }, config, quiet)
    assert.deepEqual(await counted(), ['1 SECRET_KEY', '1 no key'])
    assert.deepEqual(Buffer.from(await new Blobs(objects, present).get(orgId, digest)), Buffer.from(content))
  })
})

/** A status of the network that is too long for its row. */
async function statusInObject(db: Database, orgId: string): Promise<void> {
  const change = {
    status: 'APPROVED',
    inDoubt: false,
    nextAttemptAt: undefined,
    endsLease: true,
    entry: undefined,
  } as const
  const statusEnvelope = new TextEncoder().encode(`<Status>${randomText()}</Status>`)
  const stored = await withStoredStatus(db, orgId, { ...change, statusEnvelope })
  await insert(db, 'leg_statuses', {
    ...{ org_id: orgId, transmission_uuid: crypto.randomUUID(), received_at: 1 },
    envelope: stored.statusEnvelope ?? null,
  })
}

/** Bytes that do not pack to less than an object needs. */
function randomText(): string {
  return Array.from({ length: 200 }, () => crypto.randomUUID()).join('')
}

function openedOr(text: string, key: string): string | undefined {
  try {
    return opened(text, key)
  } catch {
    return undefined
  }
}

type Columns = Readonly<Record<string, Value>>

async function insert(db: Database, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns)
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  await db.query(sql(`insert into ${table} (${names.join(', ')}) values (${places})`, ...Object.values(columns)))
}

function aDraft(orgId: string, id: string, text: string): Columns {
  return {
    ...{ org_id: orgId, id, user_id: 'u', family: 'purchase-invoices', profile_id: 'p', summary: text, content: text },
    ...{ version: 1, writer: '', created_at: 1, updated_at: 1 },
  }
}

function aKey(kid: string, key: string): Columns {
  const generation = kid === 'live' ? 2 : 1
  return { kid, generation, alg: 'ES256', public_jwk: '{}', private_jwk: key, created_at: 1, signs_from: 1 }
}

/** A webhook and a client with four secrets each, drafts, and a document that waits. */
async function oneOfEach(db: Database, orgId: string, drafts: number): Promise<void> {
  const text = (word: string) => sealed(`${word} of ${orgId}`, former)
  const older = (word: string) =>
    writeOlderSecrets([
      { secret: text(`${word} 3`), until: 9 },
      { secret: text(`${word} 4`), until: 8 },
    ])
  await insert(db, 'webhooks', {
    ...{ org_id: orgId, id: 'w', url: 'https://a.example', is_active: 1, position: 0, mark: '' },
    ...{ created_at: 1, updated_at: 1 },
    ...{ secret: text('hook 1'), former_secret: text('hook 2'), former_until: 9, older_secrets: older('hook') },
  })
  await insert(db, 'clients', {
    ...{ org_id: orgId, id: `client of ${orgId}`, name: 'ERP', scopes: '', created_at: 1 },
    ...{ sealed_secret: text('client 1'), previous_sealed_secret: text('client 2'), previous_secret_until: 9 },
    older_sealed_secrets: older('client'),
  })
  for (let at = 0; at < drafts; at += 1) await insert(db, 'drafts', aDraft(orgId, `d${at}`, text(`draft ${at}`)))
  await insert(db, 'approvals', {
    ...{ org_id: orgId, id: 'a', status: 'WAITING', kind: 'issue', family: 'purchase-invoices', digest: '' },
    ...{ request: text('request'), summary: text('summary'), profile_version: 1, amount: '1', author_id: 'u' },
    ...{ author_name: 'Amal', created_at: 1, expires_at: 9 },
  })
}
