import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Call } from './route.ts'

/**
 * What a form carries from page to page: the service keeps nothing between two requests, so the
 * page holds it, compressed. Its length comes first, because memory for it is taken before it is
 * unpacked, and nothing longer is accepted.
 */
export async function packed(content: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(content)
  const short = await compress(bytes, {
    params: {
      // The rows of a file resemble each other: a large window makes them short.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  return `${bytes.length}.${short.toString('base64url')}`
}

/** Undefined for anything that `packed` did not write. */
export async function unpacked(
  call: Pick<Call, 'takeMemory'>,
  text: string | undefined,
  bytesMax = unpackedBytesMax,
): Promise<Buffer | undefined> {
  const [, length = ''] = /^(\d{1,9})\./.exec(text ?? '') ?? []
  const content = text?.slice(length.length + 1) ?? ''
  const bytes = Number(length)
  if (length === '' || content === '' || /[^\w-]/.test(content) || bytes > bytesMax) return undefined
  await call.takeMemory(memoryPerByte * bytes)
  try {
    return await decompress(Buffer.from(content, 'base64url'), { maxOutputLength: Math.max(bytes, 1) })
  } catch {
    return undefined
  }
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** The bytes, their text, and what is parsed and written again. */
const memoryPerByte = 6

/** More than the documents of the largest file come to: as JSON they are longer than as CSV. */
const unpackedBytesMax = 24 * 1024 * 1024
