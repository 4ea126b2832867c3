import { byteOrderMark, type Encoding } from '../../encoding/encodings.ts'

/**
 * Whether a CSV file has few enough cells to be read beside other requests: 8 MB of commas take the
 * parser many seconds. Looks at bytes alone, and knows no separator, so that it costs milliseconds
 * for any file. Separators in quotes do not count. `stated`: the encoding of a file without a byte
 * order mark.
 */
export function hasFewCells(bytes: Uint8Array, stated?: Encoding): boolean {
  const encoding = byteOrderMark(bytes)?.encoding ?? stated
  // In UTF-16 the second byte of a separator is 0: U+062C, a letter, has the byte of a comma, too.
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const [first, step] = [encoding === 'utf-16be' ? 1 : 0, isWide ? 2 : 1]
  let [cells, inRow, isQuoted] = [0, 0, false]
  for (let at = first; at < bytes.length; at += step) {
    if (isWide && bytes[at ^ 1] !== 0) continue
    const byte = bytes[at]
    if (byte === quote) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (byte === lineFeed || byte === carriageReturn) inRow = 0
    else if (byte === comma || byte === semicolon || byte === tab || byte === verticalBar) {
      cells += 1
      inRow += 1
      if (inRow > inRowMax || cells > cellsMax) return false
    }
  }
  return true
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]
const [comma, semicolon, tab, verticalBar] = [0x2c, 0x3b, 0x09, 0x7c]
/** Twice the columns that a file may have: the text of a cell may have some too. */
const inRowMax = 10_000
/** 8 MB of rows with 60 columns each, most of them empty. */
const cellsMax = 2_000_000
