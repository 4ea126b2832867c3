import { TextDecoder } from 'node:util'

/**
 * The likely original of a text whose UTF-8 was read in another encoding, such as `Ø´Ø±ÙƒØ©` for
 * `شركة`; undefined for any other text. One run of characters beyond ASCII is enough: it must be
 * valid UTF-8 as bytes, and give letters or punctuation that invoices have. A run of two characters
 * may be there by chance, so it must begin with `Ã` or `Â`, or stand within a Latin word.
 */
export function misreadOriginal(text: string): string | undefined {
  if (!/[\u0080-\uffff]{2}/.test(text)) return undefined
  for (const bytesOf of tables()) {
    let isMisread = false
    const original = text.replace(/[\u0080-\uffff]{2,}?(?![\u0080-\uffff])/g, (run, at: number) => {
      const isLikely = run.length > 2 || /^[ÂÃ]/.test(run) || /[A-Za-z]{2}$/.test(text.slice(0, at))
      const read = isLikely ? reread(run, bytesOf) : undefined
      isMisread ||= read !== undefined
      return read ?? run
    })
    if (isMisread) return original
  }
  return undefined
}

function reread(run: string, bytesOf: ReadonlyMap<string, number>): string | undefined {
  const bytes: number[] = []
  for (const character of run) {
    const byte = bytesOf.get(character)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  try {
    const read = utf8.decode(Uint8Array.from(bytes))
    return /^[\u00a0-\u00ff\u0600-\u06ff\u2010-\u203a\u20ac\ufe70-\ufeff]+$/.test(read) ? read : undefined
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Encodings in which spreadsheets read UTF-8 by mistake. */
let known: readonly ReadonlyMap<string, number>[] | undefined
function tables(): readonly ReadonlyMap<string, number>[] {
  known ??= ['windows-1252', 'windows-1256', 'macintosh'].map((encoding) => {
    const decoder = new TextDecoder(encoding)
    const bytes = Array.from({ length: 128 }, (_, at) => at + 128)
    return new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  })
  return known
}
