#!/usr/bin/env node
// The command line of the package. A clone has bin/selfbill beside it, which finds the pinned Node.
// Plain JavaScript, because older versions of Node run it too, to say that they are too old.
import { existsSync } from 'node:fs'
import module from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Older ones pack no texts with a dictionary. The `engines` of package.json say the same.
const isNewEnough = (major === 22 && minor >= 19) || (major === 24 && minor >= 6) || major > 24
if (!isNewEnough) {
  console.error(
    `Selfbill needs Node 22.19 or later of 22, or 24.6 or later; this is ${process.versions.node}. Install a newer one, or run "npm install node@24" beside Selfbill.`,
  )
  process.exitCode = 1
} else {
  keepCompiled()
  const source = new URL('../src/cli/main.ts', import.meta.url)
  await import(existsSync(source) ? source.href : new URL('../dist/src/cli/main.js', import.meta.url).href)
}

/**
 * Caches the compiled code beside the dependencies, for faster starts. It applies to later imports
 * and, through the environment, to threads started later. If the folder is not writable, nothing is
 * cached. Anyone who can write there could also change the code.
 *
 * The cache also holds sources without their types. So it comes before the first of them: Node's
 * stripper of types takes 50 ms and 16 MB, and stays away while the cache has every source.
 */
function keepCompiled() {
  const installation = new URL('../', import.meta.url)
  // An installed package stands in node_modules itself; a clone or an image has it inside.
  const isInstalled = /\/node_modules\/[^/]+\/$/.test(installation.pathname)
  const folder = fileURLToPath(
    new URL(isInstalled ? '../.cache/selfbill' : 'node_modules/.cache/selfbill', installation),
  )
  module.enableCompileCache(folder)
  process.env.NODE_COMPILE_CACHE ??= folder
}
