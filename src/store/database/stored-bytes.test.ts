import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import type { Database } from './database.ts'
import { heldBytesOf, pieceBytes, storedFile } from './stored-bytes.ts'

const sliceBytes = heldBytesOf(Number.MAX_SAFE_INTEGER) / 2

eachDatabase('stored files', (open) => {
  test('a file comes back byte for byte, wherever its slices and pieces end', { skip: inFullRunOnly }, async () => {
    const db = await open()
    await db.query(sql(`create table files (id ${integer(db)} primary key, content ${bytes(db)} not null)`))
    const random = new Random(1)
    const lengths = [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, sliceBytes, sliceBytes + 1, 2 * sliceBytes + 77]
    for (const [id, length] of lengths.entries()) {
      const expected = Uint8Array.from({ length }, () => random.below(256))
      await db.query(sql('insert into files (id, content) values ($1, $2)', id, expected))
      const pieces: Uint8Array[] = []
      for await (const piece of fileIn(db, id, length).pieces()) pieces.push(piece)
      assert.ok(Buffer.concat(pieces).equals(expected), `${length} bytes`)
      assert.ok(pieces.every(({ length: bytes }) => bytes <= pieceBytes))
    }
  })

  test('a file that has become shorter is an error', async () => {
    const db = await open()
    await db.query(sql(`create table shorter (id ${integer(db)} primary key, content ${bytes(db)} not null)`))
    await db.query(sql('insert into shorter (id, content) values (1, $1)', new Uint8Array(3)))
    const shorter = storedFile(db, 'o', 4, (from, length) =>
      sql('select substr(content, $1, $2) as slice from shorter', from, length),
    )
    await assert.rejects(shorter.pieces().next(), /not as long as it was/)
  })
})

function fileIn(db: Database, id: number, bytes: number) {
  return storedFile(db, 'o', bytes, (from, length) =>
    sql('select substr(content, $2, $3) as slice from files where id = $1', id, from, length),
  )
}

function integer(db: Database): string {
  return db.dialect.name === 'sqlite' ? 'integer' : 'bigint'
}

function bytes(db: Database): string {
  return db.dialect.name === 'sqlite' ? 'blob' : 'bytea'
}

/** A database that answers only when the test lets it. */
function someSlices(length: number) {
  const asked: { readonly of: string; answer(): void }[] = []
  const db = {
    query: ({ params: [of = ''] }: { readonly params: readonly unknown[] }) =>
      new Promise<readonly { readonly slice: Uint8Array }[]>((resolve) => {
        asked.push({ of: String(of), answer: () => resolve([{ slice: new Uint8Array(length) }]) })
      }),
  }
  const read = (orgId: string) =>
    storedFile(db, orgId, length, () => sql('select', orgId))
      .pieces()
      .next()
  return { asked, read }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('slices are read one at a time, and organisations take turns', async () => {
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

test('between two pieces the process does other work, however many long texts are read at once', async () => {
  const length = 4 * pieceBytes
  const db = { query: async () => [{ slice: new Uint8Array(length) }] }
  let pieces = 0
  const drain = async () => {
    for await (const _ of storedFile(db, 'o', length, () => sql('select')).pieces()) pieces += 1
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

test('a reader that stops delays nobody, and nothing more is read for it', async () => {
  let queries = 0
  const db = {
    query: async () => {
      queries += 1
      return [{ slice: new Uint8Array(sliceBytes) }]
    },
  }
  const stopped = storedFile(db, 'a', 100 * sliceBytes, () => sql('select')).pieces()
  await stopped.next()
  await settled()
  assert.equal(queries, 1)
  let bytes = 0
  for await (const piece of storedFile(db, 'a', 2 * sliceBytes, () => sql('select')).pieces()) bytes += piece.length
  assert.equal(bytes, 2 * sliceBytes)
  assert.equal(queries, 3)
})
