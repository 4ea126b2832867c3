import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { possibleEncodings } from './possible-encodings.ts'

test('the sample of a file in UTF-16 begins with a whole character, wherever its first strange byte is', async () => {
  const text = 'document,note\n1,Café\n'
  const little = Buffer.from(text, 'utf16le')
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const source = async function* (start = 0, end = bytes.length - 1) {
      yield bytes.subarray(start, end + 1)
    }
    const [reading] = await possibleEncodings(source, wrongByte(bytes))
    assert.equal(reading?.sample, 'Café')
  }
})

/** Of a file that is read as UTF-8. */
function wrongByte(bytes: Uint8Array): number {
  try {
    decodedText(bytes)
  } catch (error) {
    if (error instanceof TextUndecodable) return error.byte
    throw error
  }
  return assert.fail('valid')
}
