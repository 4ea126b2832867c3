import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps what Node makes of our sources, types stripped and code compiled, beside the dependencies,
 * for the next start. It is in force for what is imported after the call, and, by the environment,
 * for threads that start after it. A folder that cannot be written is no failure: then nothing is
 * kept. Whoever may write there may change the code as well.
 */
export function keepCompiled(environment: Record<string, string | undefined>): void {
  const folder = fileURLToPath(new URL('../node_modules/.cache/selfbill', import.meta.url))
  enableCompileCache(folder)
  environment.NODE_COMPILE_CACHE ??= folder
}
