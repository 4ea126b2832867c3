/** Encodings that a file may state, by WHATWG name, the most common first. */
export const encodings = [
  'utf-8',
  'windows-1256',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-6',
  'macintosh',
] as const

export type Encoding = (typeof encodings)[number]

/** The encoding of a name or alias (`cp1256`, `latin1`, `UTF16`); undefined for any other text. */
export function encodingNamed(name: string): Encoding | undefined {
  try {
    const label = new TextDecoder(name.replace(/^utf16/i, 'utf-16')).encoding
    return encodings.find((encoding) => encoding === label)
  } catch {
    return undefined
  }
}

/** The encoding of a byte order mark at the beginning, and the length of the mark. */
export function byteOrderMark(bytes: Uint8Array): { readonly encoding: Encoding; readonly length: number } | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', length: 2 }
  return first === 0xfe && second === 0xff ? { encoding: 'utf-16be', length: 2 } : undefined
}

export function isSingleByte(encoding: Encoding): boolean {
  return !encoding.startsWith('utf-')
}
