import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { installation, isInstalled } from '../installation.ts'

/**
 * Caches the compiled code beside the dependencies, for faster starts. It applies to later imports
 * and, through the environment, to threads started later. If the folder is not writable, nothing is
 * cached. Anyone who can write there could also change the code.
 */
export function keepCompiled(environment: Record<string, string | undefined>): void {
  const folder = fileURLToPath(new URL('.cache/selfbill', dependencies))
  enableCompileCache(folder)
  environment.NODE_COMPILE_CACHE ??= folder
}

/** An installed package stands in node_modules itself; a clone or an image has it inside. */
const dependencies = new URL(isInstalled ? '../' : 'node_modules/', installation)
