import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { RawJson } from '@selfbill/pint-ae/json'
import fc from 'fast-check'
import { StoredText } from '../../store/database/stored-text.ts'
import { longAnswer } from './long-json.ts'
import { base64Of, base64Text, storedJson } from './long-text.ts'

test('Base64 in pieces equals Base64 of the whole, wherever the pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 10 })), async (pieces) => {
      async function* each() {
        yield* pieces
      }
      assert.equal(await text(base64Of(each())), Buffer.concat(pieces).toString('base64'))
    }),
  )
})

test('a body is the same whole or in pieces, and as long as its Content-Length', async () => {
  for (const characters of [0, 1, 2, 3, 1_000, 300_000, 1_000_001, 3_000_000]) {
    const xml = `<é>${'x'.repeat(characters)}</é>`
    const list = JSON.stringify(Array.from({ length: characters / 100 }, (_, at) => ({ at, text: 'ع' })))
    const { heldBytes, answer } = longAnswer({
      first: base64Text(new StoredText(xml)),
      leftOut: undefined,
      inside: { raw: new RawJson('{"a":1.00}'), again: base64Text(new StoredText(xml)), nothing: null },
      list: storedJson(new StoredText(list)),
      last: '"é',
    })
    const { body, stream, headers } = await answer()
    const read = stream === undefined ? new TextDecoder().decode(Buffer.from(body)) : await text(stream)
    const first = Buffer.from(xml).toString('base64')
    assert.equal(
      read,
      `{"first":"${first}","inside":{"raw":{"a":1.00},"again":"${first}","nothing":null},"list":${list},"last":"\\"é"}`,
    )
    assert.equal(stream === undefined, Buffer.byteLength(read) <= 1_000_000)
    if (stream === undefined) continue
    assert.equal(headers?.['content-length'], String(Buffer.byteLength(read)))
    assert.ok(heldBytes < 6_000_000)
  }
})

test('a long body is read only when the caller reads it', async () => {
  let isRead = false
  const stored = {
    bytes: 10_000_000,
    async *pieces() {
      isRead = true
      yield new Uint8Array(0)
    },
  }
  const { stream } = await longAnswer({ text: base64Text(stored) }).answer()
  assert.ok(stream !== undefined)
  assert.equal(isRead, false)
})

test('a body whose first text cannot be read sends nothing', async () => {
  const stored = {
    bytes: 10_000_000,
    async *pieces() {
      yield await Promise.reject(new Error('the database is gone'))
    },
  }
  const { stream } = await longAnswer({ id: 1, text: base64Text(stored) }).answer()
  await assert.rejects(async () => {
    for await (const piece of stream ?? []) assert.fail(`${piece.length} characters were sent`)
  }, /the database is gone/)
})
