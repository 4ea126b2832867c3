import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * Writes a ZIP file while it is read: asks for each member after the previous one has been read,
 * and holds none. An error in a member ends the file before its list of contents, so that readers
 * see it is incomplete.
 */
export async function* zipped(
  members: AsyncIterable<ZipMember>,
  at: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile()
  const { outputStream: output } = zip
  if (!(output instanceof Readable)) throw new Error('a ZIP file is written to a stream')
  const feeding = feed(zip, output, members, at)
  try {
    for await (const chunk of output) {
      if (!(chunk instanceof Uint8Array)) throw new Error('a ZIP file is bytes')
      yield chunk
    }
  } finally {
    output.destroy()
    await feeding
  }
}

export interface ZipMember {
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
  /** Stored unpacked: packing takes longer than sending. */
  readonly isShort: boolean
}

/** Never rejects: an error ends the output. */
async function feed(zip: ZipFile, output: Readable, members: AsyncIterable<ZipMember>, at: Date): Promise<void> {
  const isOver = new AbortController()
  output.once('close', () => isOver.abort())
  zip.on('error', (error) => output.destroy(error))
  try {
    for await (const { path, content, isShort } of members) {
      if (output.destroyed) return
      const source = Readable.from(content)
      const end = () => source.destroy()
      isOver.signal.addEventListener('abort', end, { once: true })
      zip.addReadStream(source, path, { mtime: at, mode: 0o100644, compress: !isShort })
      await finished(source)
      isOver.signal.removeEventListener('abort', end)
    }
    zip.end()
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
