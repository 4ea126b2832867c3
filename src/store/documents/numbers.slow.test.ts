import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Family } from '@selfbill/pint-ae/document'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { anOrganisation } from '../../../test/support/databases/stored.ts'
import { Child } from '../../../test/support/processes/child-process.ts'
import { Random } from '../../../test/support/random.ts'
import { addOrganisation } from '../accounts/organisations.ts'
import { goOnAfterRestore } from '../after-restore.ts'
import { type Database, DatabaseAway, OutcomeUnknown } from '../database/database.ts'
import { type NumberFate, Numbers } from './numbers.ts'

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

  test('each family has its own count and prefix', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000001')
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000002')
    assert.equal(await textOf(numbers, orgId, 'purchase-credit-notes'), 'PCN-000001')
    assert.equal(await textOf(numbers, orgId, 'sales-invoices'), 'SINV-000001')
    assert.equal(await textOf(numbers, orgId, 'sales-credit-notes'), 'SCN-000001')
    assert.equal(await textOf(numbers, randomUUID(), 'purchase-invoices'), 'PINV-000001')
  })

  test('numbers follow the format, and the count continues when it changes', async () => {
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

  test('a reserved block belongs to its caller alone', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    assert.deepEqual(await numbers.reserve(orgId, 'purchase-invoices', 10), { first: 1, last: 10 })
    assert.deepEqual(await numbers.reserve(orgId, 'purchase-invoices', 5), { first: 11, last: 15 })
    assert.equal(await textOf(numbers, orgId, 'purchase-invoices'), 'PINV-000016')
  })

  test('a returned number is minted again', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    const number = await numbers.mint(orgId, 'purchase-invoices')
    numbers.giveBack(orgId, 'purchase-invoices', number)
    assert.deepEqual(await numbers.mint(orgId, 'purchase-invoices'), number)
  })

  /** What is left of the numbers up to the highest that was used. */
  const gapsIn = (used: ReadonlySet<number>) =>
    Array.from({ length: Math.max(0, ...used) }, (_, at) => at + 1).filter((value) => !used.has(value))
  const family = 'purchase-invoices'

  test('a number that is returned late is minted again, even when its block is used up', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    const first = await numbers.mint(orgId, family)
    await mintMany(numbers, orgId, 150)
    numbers.giveBack(orgId, family, first)
    assert.deepEqual(await numbers.mint(orgId, family), first)
  })

  test('a lent number is minted again unless it may have been stored', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    let lent: number | undefined
    const lend = (fate: NumberFate | Error) =>
      numbers.lend(orgId, family, undefined, async ({ value }) => {
        lent = value
        if (fate instanceof Error) throw fate
        return { fate, result: value }
      })
    const failing = async (error: Error) => {
      await assert.rejects(lend(error), error)
      return lent
    }
    assert.equal(await lend('used'), 1)
    assert.equal(await lend('unused'), 2)
    assert.equal(await failing(new DatabaseAway('full')), 2)
    assert.equal(await failing(new Error('a bug')), 2)
    assert.equal(await failing(new OutcomeUnknown('lost')), 2)
    assert.equal(await lend('taken'), 3)
    assert.equal(await lend('used'), 101, 'the block is skipped')
  })

  test('stops and starts of one instance leave no gap in any state', async () => {
    const orgId = randomUUID()
    const used = new Set<number>()
    for (const count of [39, 1, 0, 100, 130, 61, 7]) {
      const numbers = new Numbers(database)
      const minted = await Promise.all(Array.from({ length: count + 20 }, () => numbers.mint(orgId, family)))
      for (const [at, number] of minted.entries()) {
        const isUnused = at % 3 === 1 && at < 60
        if (isUnused) numbers.giveBack(orgId, family, number)
        else assert.ok(!used.has(number.value) && used.add(number.value), `${number.text} was minted twice`)
      }
      await numbers.giveBackRest()
    }
    const last = new Numbers(database)
    for (const gap of gapsIn(used)) {
      const { value } = await last.mint(orgId, family)
      assert.ok(value <= Math.max(...used), `${gap} is skipped`)
      assert.ok(!used.has(value) && used.add(value))
    }
    assert.deepEqual(gapsIn(used), [])
  })

  test('instances that stop, start and crash at random never mint a number twice; without a crash they leave no gap', async () => {
    for (const canCrash of [false, true]) {
      const random = new Random(canCrash ? 7 : 11)
      const orgId = randomUUID()
      const used = new Set<number>()
      const databases = [database, await open(), await open()]
      let instances = databases.map((one) => new Numbers(one))
      const work = async (numbers: Numbers) => {
        const isUsed = random.next() < 0.8
        const value = await numbers.lend(orgId, family, undefined, async (number) => ({
          fate: isUsed ? 'used' : 'unused',
          result: number.value,
        }))
        if (!isUsed) return
        assert.ok(!used.has(value), `${value} was minted twice`)
        used.add(value)
      }
      for (let step = 0; step < 12; step += 1) {
        const underWay = instances.map((numbers) => Array.from({ length: random.below(60) }, () => work(numbers)))
        const stopping = random.below(instances.length)
        // Some stop in the middle of their work.
        if (random.next() < 0.5) await Promise.all(underWay.flat())
        if (!canCrash || random.next() < 0.5) await instances[stopping]?.giveBackRest()
        await Promise.all(underWay.flat())
        const stopped = instances[stopping]
        if (!canCrash) await stopped?.giveBackRest()
        instances = instances.map((numbers, at) => (at === stopping ? new Numbers(databases[at] ?? database) : numbers))
      }
      await Promise.all(instances.map((numbers) => numbers.giveBackRest()))
      if (canCrash) continue
      const last = new Numbers(database)
      for (const _ of gapsIn(used)) used.add((await last.mint(orgId, family)).value)
      assert.deepEqual(gapsIn(used), [])
    }
  })

  test('the return of a block waits for work that still holds a number', async () => {
    const numbers = new Numbers(database)
    const orgId = randomUUID()
    const stored = Promise.withResolvers<void>()
    const isMinted = Promise.withResolvers<void>()
    const lent = numbers.lend(orgId, family, undefined, async ({ value }) => {
      isMinted.resolve()
      await stored.promise
      return { fate: 'unused', result: value }
    })
    await isMinted.promise
    let isOver = false
    const givenBack = numbers.giveBackRest().then(() => {
      isOver = true
    })
    await database.query(sql('select 1 as one'))
    assert.equal(isOver, false)
    assert.equal(await textOf(new Numbers(database), orgId), 'PINV-000002', 'the rest is there at once')
    stored.resolve()
    await givenBack
    assert.equal(await lent, 1)
    const next = new Numbers(database)
    assert.equal(await textOf(next, orgId), 'PINV-000001')
    assert.equal(await textOf(next, orgId), 'PINV-000101', 'the rest belongs to another instance')
  })

  test('a block that is replaced by another returns its rest', async () => {
    const numbers = new Numbers(database, 1)
    const [one, other] = [randomUUID(), randomUUID()]
    assert.equal(await textOf(numbers, one), 'PINV-000001')
    assert.equal(await textOf(numbers, other), 'PINV-000001')
    await numbers.giveBackRest()
    const next = new Numbers(database)
    assert.deepEqual([await textOf(next, one), await textOf(next, other)], ['PINV-000002', 'PINV-000002'])
  })

  test('after a restore no returned number is minted: it may have been used after the backup', async () => {
    const { id: orgId } = await addOrganisation(database, anOrganisation())
    const before = new Numbers(database)
    await mintMany(before, orgId, 3)
    await before.giveBackRest()
    await goOnAfterRestore(database, 1_000)
    assert.equal(await textOf(new Numbers(database), orgId), 'PINV-001101')
  })

  test('skips thousands of numbers that a caller used, in few attempts', async () => {
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
