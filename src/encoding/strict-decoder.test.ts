import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/support/effort.ts'
import { encoded, repertoire } from '../../test/support/text/encoded.ts'
import { byteOrderMark, type Encoding, encodingNamed, encodings, isSingleByte } from './encodings.ts'
import { decodedText, StrictDecoder, TextUndecodable } from './strict-decoder.ts'

const decoded = (bytes: readonly number[], encoding?: Encoding) => decodedText(Uint8Array.from(bytes), encoding)
const runs = { numRuns: times({ quick: 60, full: 2_000, long: 20_000 }) }

test('windows-1256 and windows-1252 are what Windows means by them', () => {
  const high = Array.from({ length: 128 }, (_, at) => at + 128)
  const arabic =
    '€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u200c\u200dں\u00a0،¢£¤¥¦§¨©ھ«¬\u00ad®¯°±²³´µ¶·¸¹؛»¼½¾؟ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîï\u064b\u064c\u064d\u064eô\u064f\u0650÷\u0651ù\u0652ûü\u200e\u200fے'
  assert.equal(decoded(high, 'windows-1256'), arabic)
  const western =
    '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ'
  const without = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
  assert.equal(
    decoded(
      high.filter((byte) => !without.has(byte)),
      'windows-1252',
    ),
    western,
  )
  for (const byte of without) assert.throws(() => decoded([0x41, byte], 'windows-1252'), TextUndecodable)
})

test('in every encoding all text is read back, in pieces of any length', () => {
  for (const encoding of encodings) {
    const characters = isSingleByte(encoding)
      ? fc.constantFrom(...repertoire(encoding))
      : fc
          .string({ unit: 'binary', minLength: 1, maxLength: 1 })
          .filter((character) => !/[\0\ud800-\udfff]/u.test(character))
    const text = fc.array(characters, { maxLength: 30 }).map((made) => made.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(9), { maxLength: 30 }), (written, lengths) => {
        fc.pre(byteOrderMark(encoded(written, encoding)) === undefined)
        const bytes = encoded(written, encoding)
        assert.equal(inPieces(bytes, lengths, encoding), written, encoding)
      }),
      { numRuns: runs.numRuns / 4 },
    )
  }
})

test('invalid bytes are never replaced, and the first one is named, however the text is cut', () => {
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(0x41, 0x0a, 0xc8, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xd8))
  fc.assert(
    fc.property(
      fc.constantFrom(...encodings),
      fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)),
      fc.array(fc.nat(9), { maxLength: 20 }),
      (encoding, bytes, lengths) => {
        fc.pre(byteOrderMark(bytes) === undefined)
        const expected = placeOfFirstWrong(bytes, encoding)
        try {
          const text = inPieces(bytes, lengths, encoding)
          assert.equal(expected, undefined)
          assert.deepEqual(encoded(text, encoding), Buffer.from(bytes))
        } catch (error) {
          if (!(error instanceof TextUndecodable)) throw error
          assert.equal(error.byte, expected, error.message)
        }
      },
    ),
    runs,
  )
})

test('a byte order mark states the encoding and is not part of the text; a second one is', () => {
  assert.equal(decoded([0xef, 0xbb, 0xbf, 0x41]), 'A')
  assert.equal(decoded([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), '\ufeff')
  assert.equal(decoded([0xff, 0xfe, 0x28, 0x06]), '\u0628')
  assert.equal(decoded([0xfe, 0xff, 0x06, 0x28], 'utf-16be'), '\u0628')
  assert.throws(
    () => decoded([0xef, 0xbb, 0xbf, 0x41], 'windows-1256'),
    /begins with the byte order mark of utf-8: it is not windows-1256/,
  )
  assert.throws(() => decoded([0xff, 0xfe, 0x41, 0], 'utf-16be'), TextUndecodable)
})

test('the message names byte and line; UTF-16 without its mark is not UTF-8', () => {
  assert.throws(() => decoded([0x41, 0x0a, 0x42, 0xc8, 0x20]), {
    message: 'byte 4, on line 2, is 0xC8, which is not valid utf-8',
  })
  assert.throws(() => decoded([0x41, 0, 0x42, 0]), {
    message: 'byte 2, on line 1, is 0x00, which is not text in utf-8',
  })
})

test('encodings by their names and aliases', () => {
  assert.equal(encodingNamed('cp1256'), 'windows-1256')
  assert.equal(encodingNamed('Windows-1256'), 'windows-1256')
  assert.equal(encodingNamed('latin1'), 'windows-1252')
  assert.equal(encodingNamed('UTF8'), 'utf-8')
  assert.equal(encodingNamed('UTF16'), 'utf-16le')
  assert.equal(encodingNamed('big5'), undefined)
  assert.equal(encodingNamed('klingon'), undefined)
})

function inPieces(bytes: Uint8Array, lengths: readonly number[], encoding: Encoding): string {
  const decoder = new StrictDecoder(encoding)
  let [text, at] = ['', 0]
  for (const length of lengths) {
    const part = decoder.write(bytes.subarray(at, at + length))
    assert.doesNotMatch(part, /[\ud800-\udbff]$/, 'a piece ends within a character')
    text += part
    at += length
  }
  return text + decoder.write(bytes.subarray(at)) + decoder.end()
}

/** The slow way: tries ever longer beginnings, byte by byte, for whole characters. */
function placeOfFirstWrong(bytes: Uint8Array, encoding: Encoding): number | undefined {
  let at = 0
  while (at < bytes.length) {
    const length = [1, 2, 3, 4].find((count) => {
      if (at + count > bytes.length) return false
      try {
        const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
        const character = decoder.decode(bytes.subarray(at, at + count))
        return [...character].length === 1 && !(isSingleByte(encoding) ? /[\0\x80-\x9f]/ : /\0/).test(character)
      } catch {
        return false
      }
    })
    if (length === undefined) return at
    at += length
  }
  return undefined
}
