import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { Child } from '../../../test/support/processes/child-process.ts'
import type { Family } from '../../document/family.ts'
import type { Database } from '../database/database.ts'
import { Numbers } from './numbers.ts'

const childFile = join(import.meta.dirname, '../../../test/support/processes/child-mints-numbers.ts')

eachDatabase('numbers', (open) => {
  let database: Database

  before(async () => {
    database = await open()
  })

  const textOf = async (numbers: Numbers, orgId: string, family: Family = 'purchase-invoices', format?: string) =>
    (await numbers.mint(orgId, family, format)).text
  const mintMany = (numbers: Numbers, orgId: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => textOf(numbers, orgId)))

  test('each family counts for itself, under its own prefix', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000001')
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000002')
    assert.equal(await textOf(numbers, orgId, 'purchase-credit-notes'), 'PCN-000001')
    assert.equal(await textOf(numbers, orgId, 'sales-invoices'), 'SINV-000001')
    assert.equal(await textOf(numbers, orgId, 'sales-credit-notes'), 'SCN-000001')
    assert.equal(await textOf(numbers, randomUUID(), 'purchase-invoices'), 'PINV-000001')
  })

  test('a format says how they are written, and counting goes on when it changes', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices', 'SB/{prefix}/{sequence:8}'), 'SB/PINV/00000001')
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices', '{sequence}-X'), '2-X')
    assert.equal(await textOf(numbers, orgId), 'PINV-000003')
  })

  test('instances never mint the same number', async () => {
    const orgId = randomUUID()
    const instances = [new Numbers(database), new Numbers(await open())]
    const minted = (await Promise.all(instances.map((numbers) => mintMany(numbers, orgId, 250)))).flat()
    assert.equal(new Set(minted).size, 500)
  })

  test('processes never mint the same number', async (t) => {
    const orgId = randomUUID()
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-numbers-'))
    t.after(() => rm(folder, { recursive: true }))
    const children = [1, 2].map(
      (name) => new Child(childFile, join(folder, `lines-${name}`), JSON.stringify(open.location), orgId, '250'),
    )
    assert.deepEqual(await Promise.all(children.map((child) => child.ended)), ['0 ', '0 '])
    const minted = children.flatMap((child) => child.lines)
    assert.equal(minted.length, 500)
    assert.equal(new Set(minted).size, 500)
  })

  test('a block is the callers alone', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    assert.deepEqual(await numbers.reserve(orgId, 'purchase-invoices', 10), { first: 1, last: 10 })
    assert.deepEqual(await numbers.reserve(orgId, 'purchase-invoices', 5), { first: 11, last: 15 })
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000016')
  })

  test('a number that was given back is minted again', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    const number = await numbers.mint(orgId, 'purchase-invoices')
    numbers.giveBack(orgId, 'purchase-invoices', number)
    assert.deepEqual(await numbers.mint(orgId, 'purchase-invoices'), number)
  })

  test('finds its way past a caller who took thousands of numbers, in few attempts', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    const isTaken = (number: string) => Number(number.slice(5)) <= 12_345
    let attempts = 1
    let number = await numbers.mint(orgId, 'purchase-invoices')
    for (; isTaken(number.text); attempts++) {
      numbers.skip(orgId, 'purchase-invoices', number)
      // Others run into the same block at the same time: it counts once.
      numbers.skip(orgId, 'purchase-invoices', number)
      number = await numbers.mint(orgId, 'purchase-invoices')
    }
    assert.equal(attempts, 5)
    const next = await mintMany(numbers, orgId, 200)
    assert.equal(next.filter(isTaken).length, 0)
    assert.equal(new Set(next).size, 200)
  })
})
