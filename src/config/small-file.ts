import { closeSync, openSync, readSync } from 'node:fs'

/**
 * The bytes of a file in the configuration. Throws an Error for a longer one: a path may name
 * something without an end, such as /dev/zero.
 */
export function readSmallFile(path: string, bytesMax: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(bytesMax + 1)
    let length = 0
    // A pipe comes in pieces.
    for (let read = -1; read !== 0 && length <= bytesMax; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    if (length > bytesMax) throw new Error(`it is longer than ${bytesMax} bytes: ${path}`)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
