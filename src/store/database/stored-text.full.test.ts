import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { times } from '../../../test/support/effort.ts'
import { isPacked, pack, packHere, partBytes, wholeBytesMax } from '../../text/packing.ts'
import { addDocument } from '../documents/add-document.ts'
import { findUbl } from '../documents/find-document.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore, type Store } from '../store.ts'
import { pieceBytes } from './stored-bytes.ts'
import type { StoredText } from './stored-text.ts'
import { TextDamaged } from './text-parts.ts'

const family = 'purchase-invoices'

eachDatabase('stored texts', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  async function stored(
    text: string,
    isPackedHere = false,
  ): Promise<{ readonly id: string; readonly ubl: StoredText }> {
    const document = aNewDocument({ orgId, ubl: isPackedHere ? packHere(text) : await pack(text) })
    await addDocument(store.database, document)
    const ubl = await findUbl(store.database, orgId, family, document.id, unlimitedRoom)
    assert.ok(ubl !== undefined)
    return { id: document.id, ubl }
  }

  const lengths = [0, wholeBytesMax, partBytes, 2 * partBytes].flatMap((length) =>
    [-5, -3, -1, 0, 1, 2, 3, 77].map((more) => Math.max(0, length + more)),
  )

  test('any text is read back unchanged, wherever its parts end', async () => {
    const letters = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(letters, fc.constantFrom(...lengths), fc.boolean(), async (pattern, length, isHere) => {
        const text = ofLength(pattern.toWellFormed().replaceAll('\0', ' '), length)
        const { ubl } = await stored(text, isHere)
        assert.equal(ubl.bytes, length)
        assert.equal(ubl.whole, length <= wholeBytesMax ? text : undefined)
        assert.ok((await ubl.string()) === text, 'the string')
        const expected = Buffer.from(text)
        const parts = (await ubl.inParts()).map((part) => Buffer.from(part))
        assert.ok(Buffer.concat(parts).equals(expected), 'the parts')
        const pieces: Uint8Array[] = []
        for await (const piece of ubl.pieces()) pieces.push(piece)
        assert.ok(Buffer.concat(pieces).equals(expected), 'the pieces')
        assert.ok(pieces.every((piece) => piece.length <= pieceBytes))
      }),
      { numRuns: times({ quick: 4, full: 40, long: 400 }) },
    )
  })

  test('the end of a text begins with a whole letter, even across parts', async () => {
    const text = ofLength('aé😀ع', 2 * partBytes + 100)
    const { ubl } = await stored(text)
    for (const bytes of [50, 99, 100, 101, 102, 103, 104, 64_000, partBytes + 101, partBytes + 102, 3 * partBytes]) {
      const end = await ubl.end(bytes)
      assert.ok(text.endsWith(end), `${bytes} bytes`)
      const missing = Math.min(bytes, ubl.bytes) - Buffer.byteLength(end)
      assert.ok(missing >= 0 && missing <= 3, `${bytes} bytes, ${missing} missing`)
    }
  })

  test('a part that is missing or damaged is an error, not another text', async () => {
    const { id, ubl } = await stored('x'.repeat(3 * partBytes))
    const place = 'org_id = $1 and owner = $2 and part = 1'
    await store.database.query(
      sql(`update text_parts set content = $3 where ${place}`, orgId, `${id}/1`, new Uint8Array(9)),
    )
    await assert.rejects(ubl.string(), TextDamaged)
    await store.database.query(sql(`delete from text_parts where ${place}`, orgId, `${id}/1`))
    await assert.rejects(ubl.string(), TextDamaged)
    await assert.rejects(ubl.end(3 * partBytes), TextDamaged)
  })

  test('another organisation cannot read its parts', async () => {
    const { id } = await stored('x'.repeat(partBytes))
    const other = await anOrganisationWithProfile(store)
    assert.equal(await findUbl(store.database, other.orgId, family, id, unlimitedRoom), undefined)
  })
})

test('packed parts have their own memory, which can move to another thread', async () => {
  const text = ofLength('<cbc:ID>é</cbc:ID>', 2 * partBytes + 5)
  for (const packed of [packHere(text), await pack(text)]) {
    assert.ok(isPacked(packed))
    assert.equal(packed.bytes, Buffer.byteLength(text))
    assert.equal(packed.parts.length, 3)
    for (const part of packed.parts) assert.equal(part.length, part.buffer.byteLength)
  }
  assert.equal(packHere('short'), 'short')
})

/** Repeats the pattern and fills the end with one-byte letters. */
function ofLength(pattern: string, bytes: number): string {
  const text = pattern.repeat(Math.floor(bytes / Buffer.byteLength(pattern)))
  return text + 'x'.repeat(bytes - Buffer.byteLength(text))
}
