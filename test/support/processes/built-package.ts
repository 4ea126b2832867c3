import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../../scripts/bundle.ts'
import { root } from './command-line.ts'

/** The service as the package has it: bundled, in a folder without sources. */
export interface BuiltPackage {
  /** Its bin/selfbill. */
  readonly binary: string
  remove(): void
}

/** Bundles this clone into a folder of its own, with the dependencies of the clone. */
export async function buildPackage(): Promise<BuiltPackage> {
  const home = mkdtempSync(join(tmpdir(), 'selfbill-built-'))
  for (const name of ['bin', 'dictionaries', 'docs', 'examples', 'migrations', 'package.json'])
    cpSync(join(root, name), join(home, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'junction')
  await bundle(join(root, 'src'), join(home, 'dist/src'))
  return { binary: join(home, 'bin/selfbill'), remove: () => rmSync(home, { recursive: true }) }
}
