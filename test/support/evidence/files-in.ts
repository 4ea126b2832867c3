import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openPack, type PackSource } from '../../../src/evidence/open-pack.ts'
import { zipped } from '../../../src/zip/zip.ts'

/** All files of a pack by path, in memory. */
export async function filesIn(source: PackSource): Promise<Map<string, Uint8Array>> {
  const pack = await openPack(source)
  try {
    const files = new Map<string, Uint8Array>()
    for (const path of pack.paths)
      files.set(path, (await pack.read(path, Number.MAX_SAFE_INTEGER)) ?? new Uint8Array(0))
    return files
  } finally {
    pack.close()
  }
}

/** Makes a ZIP file in memory. */
export async function zipOf(files: Iterable<readonly [path: string, content: Uint8Array]>): Promise<Uint8Array> {
  async function* members() {
    for (const [path, content] of files) yield { path, content: Readable.from([content]), isStored: false }
  }
  return await buffer(zipped(members(), new Date(0)))
}
