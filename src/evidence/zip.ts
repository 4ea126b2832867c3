import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * A ZIP file of members that are made one after the other, as its reader takes it: a member is
 * asked for when the one before has been read, and none is held. An error of a member ends the file
 * before its list of contents, so nobody takes it for a whole one.
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
  /** Less than this is stored as it is: packing takes longer than sending. */
  readonly isShort: boolean
}

/** Never rejects: what goes wrong ends the output. */
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
