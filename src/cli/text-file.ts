import { readFile } from 'node:fs/promises'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { UsageError } from './usage-error.ts'

/** The text of a file in UTF-8, or in the encoding of its byte order mark. Throws UsageError for bytes that are no text. */
export async function readTextFile(file: string | URL): Promise<string> {
  return textOf(await readFile(file), String(file))
}

/** The same of bytes that were read from `file`. */
export function textOf(bytes: Uint8Array, file: string): string {
  try {
    const text = decodedText(bytes)
    const at = replacementAt(text)
    if (at === undefined) return text
    throw new UsageError(`${file}: line ${text.slice(0, at).split('\n').length} ${replaced}`)
  } catch (error) {
    if (error instanceof TextUndecodable) throw new UsageError(`${file}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}

/**
 * Where U+FFFD stands in a text, written out or as a JSON escape. Programs put it in the place of a character that they could not
 * read, so the text was damaged before it came to us.
 */
export function replacementAt(text: string): number | undefined {
  const at = text.search(/\ufffd|(?<!\\)(?:\\\\)*\\ufffd/i)
  return at < 0 ? undefined : at
}

export const replaced =
  'holds the replacement character U+FFFD: a program could not read the text there and lost it. Export the file again'
