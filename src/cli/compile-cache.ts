import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Caches the compiled sources beside the dependencies, for faster starts. It applies to later
 * imports and, through the environment, to threads started later. If the folder is not writable,
 * nothing is cached. Anyone who can write there could also change the code.
 */
export function keepCompiled(environment: Record<string, string | undefined>): void {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/selfbill', import.meta.url))
  enableCompileCache(folder)
  environment.NODE_COMPILE_CACHE ??= folder
}
