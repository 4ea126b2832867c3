import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/generators', import.meta.url))

/**
 * The folder of a tool, filled by `fill` on first use. The mark inside is written last, so that a
 * broken download is repeated.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name)
  const mark = join(folder, 'complete')
  if (existsSync(mark)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await fill(folder)
  mkdirSync(join(folder, 'making'))
  renameSync(join(folder, 'making'), mark)
  return folder
}
