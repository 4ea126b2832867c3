import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import type { DocumentFilter } from './document-filter.ts'
import { listDocuments, sequenceOf } from './document-list.ts'
import { withTexts } from './document-texts.ts'
import type { NewDocument } from './new-document.ts'

eachDatabase('lists of documents', (open) => {
  let store: Store
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })

  const add = async (document: NewDocument) => {
    assert.equal((await addDocument(store.database, document)).outcome, 'added')
    return document
  }
  const family = 'purchase-invoices' as const
  const page = async (
    orgId: string,
    filter: DocumentFilter = {},
    more: { size?: number; page?: number; before?: number } = {},
  ) => {
    const { size = 10, page: at = 0, before: sequence } = more
    return listDocuments(store.database, { orgId, family, filter, size, page: at, before: sequence })
  }
  const sequences = async (...args: Parameters<typeof page>) =>
    (await page(...args)).documents.map(({ sequence }) => sequence)

  test('the newest come first, by page and by `before`', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    assert.deepEqual(await page(orgId), { documents: [], total: 0, isTotalExact: true })
    for (let at = 0; at < 7; at += 1) await add(aNewDocument({ orgId }))
    assert.deepEqual(await sequences(orgId, {}, { size: 3 }), [7, 6, 5])
    assert.deepEqual(await sequences(orgId, {}, { size: 3, page: 1 }), [4, 3, 2])
    assert.deepEqual(await sequences(orgId, {}, { size: 3, page: 2 }), [1])
    assert.deepEqual(await sequences(orgId, {}, { size: 3, page: 3 }), [])
    assert.deepEqual(await sequences(orgId, {}, { size: 3, before: 5 }), [4, 3, 2])
    assert.deepEqual(await sequences(orgId, {}, { size: 3, before: 1 }), [])
    assert.equal((await page(orgId, {}, { size: 3, before: 5 })).total, 7)
  })

  test('every filter finds its documents and no others, alone and together', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const base = aNewDocument({ orgId }).figures
    const figures = (more: Partial<typeof base>) => ({ ...base, ...more })
    await add(aNewDocument({ orgId, documentNumber: 'A-1', figures: figures({ billedByName: 'Alpha Metals' }) }))
    await add(
      aNewDocument({ orgId, figures: figures({ billedByName: 'ALPHA Trading', billedByVat: '100000000000003' }) }),
    )
    await add(aNewDocument({ orgId, figures: figures({ issueDate: '2026-07-15', billedToVat: '100000000000103' }) }))
    await add(aNewDocument({ orgId, overallStatus: 'VALIDATION_FAILED', figures: figures({ billedByName: 'Alp' }) }))
    await add(aNewDocument({ orgId, figures: figures({ billedToName: 'Zeta %_' }) }))
    const cases: readonly (readonly [DocumentFilter, readonly number[]])[] = [
      [{ documentNumber: 'A-1' }, [1]],
      [{ documentNumber: 'a-1' }, []],
      [{ billedByName: 'alpha' }, [2, 1]],
      [{ billedByName: 'Alpha M' }, [1]],
      [{ billedByName: 'aLp' }, [4, 2, 1]],
      [{ billedByName: 'pha' }, []],
      [{ billedToName: 'zeta %' }, [5]],
      [{ billedToName: '%' }, []],
      [{ billedByVat: '100000000000003' }, [2]],
      [{ billedToVat: '100000000000103' }, [3]],
      [{ statuses: ['VALIDATION_FAILED'] }, [4]],
      [{ statuses: ['VALIDATION_FAILED', 'PENDING'] }, [5, 4, 3, 2, 1]],
      [{ statuses: ['APPROVED', 'VALIDATION_FAILED'] }, [4]],
      [{ issueDate: '2026-07-15' }, [3]],
      [{ from: '2026-02-04' }, [3]],
      [{ to: '2026-07-14' }, [5, 4, 2, 1]],
      [{ from: '2026-02-03', to: '2026-02-03', billedByName: 'alpha' }, [2, 1]],
      [{ changedSince: 0 }, [5, 4, 3, 2, 1]],
      [{ changedSince: 99_999_999_999_999 }, []],
      [{ billedByName: 'alp', statuses: ['PENDING'] }, [2, 1]],
      [{ billedByName: 'alpha', billedToName: 'falcon', issueDate: '2026-02-03' }, [2, 1]],
      [{ billedByName: 'alpha', documentNumber: 'A-1', statuses: ['APPROVED'] }, []],
    ]
    for (const [filter, expected] of cases) {
      assert.deepEqual(await sequences(orgId, filter), expected, JSON.stringify(filter))
      assert.equal((await page(orgId, filter)).total, expected.length)
      assert.deepEqual(
        await sequences(orgId, filter, { before: 3 }),
        expected.filter((sequence) => sequence < 3),
      )
      assert.deepEqual(await sequences(orgId, filter, { size: 1, page: 1 }), expected.slice(1, 2))
    }
  })

  test('a prefix of many names finds as exactly as a prefix of few', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const { figures } = aNewDocument({ orgId })
    const names = Array.from({ length: 60 }, (_, at) => `Supplier ${String(at).padStart(2, '0')}`)
    for (const billedByName of names) await add(aNewDocument({ orgId, figures: { ...figures, billedByName } }))
    for (const prefix of ['supplier', 'supplier 1', 'supplier 17']) {
      const expected = names.flatMap((name, at) => (name.toLowerCase().startsWith(prefix) ? [at + 1] : [])).reverse()
      assert.deepEqual(await sequences(orgId, { billedByName: prefix }), expected.slice(0, 10))
      assert.deepEqual(await sequences(orgId, { billedByName: prefix }, { page: 1, size: 4 }), expected.slice(4, 8))
    }
  })

  test('a prefix finds no other names, even at the end of Unicode and between surrogates', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const { figures } = aNewDocument({ orgId })
    const names = ['\ud7ff x', '\ue000 y', 'a\u{10ffff}', 'b', 'شركة النور', 'شركة']
    for (const billedByName of names) await add(aNewDocument({ orgId, figures: { ...figures, billedByName } }))
    assert.deepEqual(await sequences(orgId, { billedByName: '\ud7ff' }), [1])
    assert.deepEqual(await sequences(orgId, { billedByName: 'a\u{10ffff}' }), [3])
    assert.deepEqual(await sequences(orgId, { billedByName: 'a' }), [3])
    assert.deepEqual(await sequences(orgId, { billedByName: 'شركة' }), [6, 5])
  })

  test('credit notes are found by each document they refer to', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const note = (...billingReferences: string[]) =>
      add(aNewDocument({ orgId, family: 'purchase-credit-notes', billingReferences }))
    await note('INV-1', 'INV-2', 'INV-1')
    await note('INV-2')
    await note()
    const found = async (invoiceNumber: string) => {
      const wanted = { orgId, family: 'purchase-credit-notes' as const, filter: { invoiceNumber }, size: 10, page: 0 }
      const { documents, total } = await listDocuments(store.database, { ...wanted, before: undefined })
      assert.equal(total, documents.length)
      return documents.map(({ sequence }) => sequence)
    }
    assert.deepEqual(await found('INV-1'), [1])
    assert.deepEqual(await found('INV-2'), [2, 1])
    assert.deepEqual(await found('INV-3'), [])
  })

  test('paging with before repeats and loses nothing while documents are created', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    for (let at = 0; at < 25; at += 1) await add(aNewDocument({ orgId }))
    let isDone = false
    const creating = (async () => {
      for (let at = 0; at < 200 && !isDone; at += 1) await add(aNewDocument({ orgId }))
    })()
    const seen: number[] = []
    for (let before: number | undefined; ; before = seen.at(-1)) {
      const found = await sequences(orgId, {}, { size: 4, ...(before !== undefined && { before }) })
      seen.push(...found)
      if (found.length < 4) break
    }
    isDone = true
    await creating
    assert.deepEqual(
      seen,
      Array.from({ length: seen.length }, (_, at) => seen.length - at),
    )
    assert.ok(seen.length >= 25)
  })

  test('nothing of another organisation or family is listed, nor its sequence known', async () => {
    const [mine, other] = [await anOrganisationWithProfile(store), await anOrganisationWithProfile(store)]
    const document = await add(aNewDocument({ orgId: other.orgId }))
    assert.deepEqual(await sequences(mine.orgId, { documentNumber: document.documentNumber }), [])
    assert.equal(await sequenceOf(store.database, mine.orgId, family, document.id), undefined)
    assert.equal(await sequenceOf(store.database, other.orgId, 'sales-invoices', document.id), undefined)
    assert.equal(await sequenceOf(store.database, other.orgId, family, document.id), 1)
  })

  test('texts come in batches of limited bytes', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const large = `{"note":"${'é'.repeat(700_000)}"}`
    for (const answer of ['{"a":1}', large, large, '{"b":2}']) await add(aNewDocument({ orgId, answer }))
    const { documents } = await page(orgId)
    const batches: string[][] = []
    for await (const batch of withTexts(store.database, documents))
      batches.push(await Promise.all(batch.map(({ answer }) => answer.string())))
    assert.deepEqual(batches, [
      ['{"b":2}', large],
      [large, '{"a":1}'],
    ])
  })
})
