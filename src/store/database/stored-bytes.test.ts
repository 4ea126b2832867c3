import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { Random } from '../../../test/support/random.ts'
import type { Database } from './database.ts'
import { sql } from './database.ts'
import { heldBytesOf, pieceBytes, storedBytes } from './stored-bytes.ts'

const sliceBytes = heldBytesOf(Number.MAX_SAFE_INTEGER) / 2

eachDatabase('stored bytes', (open) => {
  test('a text comes back byte for byte, wherever its slices and pieces end', async () => {
    const db = await open()
    await db.query(sql(`create table texts (id ${integer(db)} primary key, content text not null)`))
    const random = new Random(1)
    const lengths = [
      0,
      1,
      2,
      pieceBytes - 1,
      pieceBytes,
      pieceBytes + 1,
      sliceBytes,
      sliceBytes + 1,
      2 * sliceBytes + 77,
    ]
    for (const [id, length] of lengths.entries()) {
      // Letters of one to four bytes: ends fall into the middle of them.
      const whole = Array.from({ length: 1_000 }, () => random.of(['a', 'é', 'ع', '😀', '\n', '\u0001'])).join('')
      const content = `${whole.repeat(Math.ceil(length / 2_000)).slice(0, length / 4)}${'x'.repeat(length % 7)}`
      const expected = Buffer.from(content.toWellFormed())
      await db.query(sql('insert into texts (id, content) values ($1, $2)', id, content.toWellFormed()))
      const pieces: Uint8Array[] = []
      for await (const piece of storedText(db, id, expected.length).read()) pieces.push(piece)
      assert.ok(Buffer.concat(pieces).equals(expected), `${expected.length} bytes`)
      assert.ok(pieces.slice(0, -1).every(({ length: bytes }) => bytes === pieceBytes))
    }
  })

  test('what is not as long as it was is an error, not a shorter text', async () => {
    const db = await open()
    await db.query(sql(`create table if not exists shorter (id ${integer(db)} primary key, content text not null)`))
    await db.query(sql("insert into shorter (id, content) values (1, 'abc')"))
    const shorter = storedBytes(db, 'o', 4, (from, length) =>
      sql(`select substr(${db.dialect.utf8('content')}, $1, $2) as slice from shorter`, from, length),
    )
    await assert.rejects(shorter.read().next(), /not as long as it was/)
  })
})

function storedText(db: Database, id: number, bytes: number) {
  return storedBytes(db, 'o', bytes, (from, length) =>
    sql(`select substr(${db.dialect.utf8('content')}, $2, $3) as slice from texts where id = $1`, id, from, length),
  )
}

function integer(db: Database): string {
  return db.dialect.name === 'sqlite' ? 'integer' : 'bigint'
}

/** A database that has answers only when the test says so. */
function someSlices(length: number) {
  const asked: { readonly of: string; answer(): void }[] = []
  const db = {
    query: ({ params: [of = ''] }: { readonly params: readonly unknown[] }) =>
      new Promise<readonly { readonly slice: Uint8Array }[]>((resolve) => {
        asked.push({ of: String(of), answer: () => resolve([{ slice: new Uint8Array(length) }]) })
      }),
  }
  const read = (orgId: string) =>
    storedBytes(db, orgId, length, () => sql('select', orgId))
      .read()
      .next()
  return { asked, read }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('slices are read one at a time, and the organisations take turns', async () => {
  const { asked, read } = someSlices(10)
  const reading = ['a', 'a', 'a', 'a', 'b', 'c'].map(read)
  const order: string[] = []
  while (order.length < reading.length) {
    await settled()
    assert.equal(asked.length, 1, 'one statement is under way')
    const [first] = asked.splice(0)
    order.push(first?.of ?? '')
    first?.answer()
  }
  await Promise.all(reading)
  assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'a'])
})

test('between two pieces of long texts, however many are read at once, the process does what else waits', async () => {
  const length = 4 * pieceBytes
  const db = { query: async () => [{ slice: new Uint8Array(length) }] }
  let pieces = 0
  const drain = async () => {
    for await (const _ of storedBytes(db, 'o', length, () => sql('select')).read()) pieces += 1
  }
  const reading = Promise.all(Array.from({ length: 10 }, drain))
  let isOver = false
  void reading.then(() => {
    isOver = true
  })
  let before = 0
  let most = 0
  while (!isOver) {
    await settled()
    most = Math.max(most, pieces - before)
    before = pieces
  }
  assert.equal(pieces, 40)
  assert.equal(most, 1, 'pieces in one round of the event loop')
})

test('a reader that takes no more holds up nobody, and nothing more is read for it', async () => {
  let queries = 0
  const db = {
    query: async () => {
      queries += 1
      return [{ slice: new Uint8Array(sliceBytes) }]
    },
  }
  const stopped = storedBytes(db, 'a', 100 * sliceBytes, () => sql('select')).read()
  await stopped.next()
  await settled()
  assert.equal(queries, 1)
  let bytes = 0
  for await (const piece of storedBytes(db, 'a', 2 * sliceBytes, () => sql('select')).read()) bytes += piece.length
  assert.equal(bytes, 2 * sliceBytes)
  assert.equal(queries, 3)
})
