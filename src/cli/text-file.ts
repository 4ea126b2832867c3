import { readFile } from 'node:fs/promises'
import { damaged, replacementAt } from '../encoding/replacement.ts'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { UsageError } from './usage-error.ts'

/**
 * Reads a file as UTF-8, or in the encoding of its byte order mark. Throws UsageError when it is
 * not text.
 */
export async function readTextFile(file: string | URL): Promise<string> {
  return decodeFileText(await readFile(file), String(file))
}

/** The same for bytes already read; `file` is for messages. */
export function decodeFileText(bytes: Uint8Array, file: string): string {
  try {
    const text = decodedText(bytes)
    const at = replacementAt(text)
    if (at === undefined) return text
    throw new UsageError(`${file}: line ${text.slice(0, at).split('\n').length} ${damaged}`)
  } catch (error) {
    if (error instanceof TextUndecodable) throw new UsageError(`${file}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}
