import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './command-line.ts'

/** As bin/selfbill.js in a clone: caches compiled code for this process and those that it starts. */
export function keepCompiled(environment: Record<string, string | undefined>): void {
  const folder = join(root, 'node_modules/.cache/selfbill')
  enableCompileCache(folder)
  environment.NODE_COMPILE_CACHE ??= folder
}
