import { type Encoding, isSingleByte } from '../../../src/encoding/encodings.ts'

/** The characters of a single-byte encoding, without controls. */
export function repertoire(encoding: Encoding): string {
  return [...bytesByCharacter(encoding).keys()].filter((character) => !/\p{Cc}/u.test(character)).join('')
}

/** The bytes of a text in an encoding. Throws for a character that the encoding lacks. */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const bytes = bytesByCharacter(encoding)
  return Buffer.from(
    [...text].map((character) => {
      const byte = bytes.get(character)
      if (byte === undefined) throw new Error(`${encoding} has no ${character}`)
      return byte
    }),
  )
}

function bytesByCharacter(encoding: Encoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding)
  if (known) return known
  if (!isSingleByte(encoding)) throw new Error(`${encoding} is not of single bytes`)
  const decoder = new TextDecoder(encoding)
  const bytes = Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const)
  const table = new Map(bytes.filter(([character]) => character !== '\ufffd' && !/[\x80-\x9f]/.test(character)))
  tables.set(encoding, table)
  return table
}

const tables = new Map<Encoding, ReadonlyMap<string, number>>()
