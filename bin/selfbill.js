#!/usr/bin/env node
// The command line of the package. A clone has bin/selfbill beside it, which finds the pinned Node.
// Plain JavaScript, because older versions of Node run it too, to say that they are too old.
import { existsSync } from 'node:fs'
import process from 'node:process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Selfbill needs Node 22.18 or later; this is ${process.versions.node}. Install a newer one, or run "npm install node@24" beside Selfbill.`,
  )
  process.exitCode = 1
} else {
  const source = new URL('../src/cli/selfbill.ts', import.meta.url)
  await import(existsSync(source) ? source.href : new URL('../dist/src/cli/selfbill.js', import.meta.url).href)
}
