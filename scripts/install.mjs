// Installs the locked dependencies when they are missing or older than the lock file, so that every
// npm script works on a fresh clone. In production it installs nothing. Then refuses a Node that
// cannot run TypeScript. Plain JavaScript for any Node >= 18, because the pinned Node comes with the
// dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const installed = join(root, 'node_modules', '.package-lock.json')
const locked = join(root, 'package-lock.json')

if (process.env.NODE_ENV === 'production') {
  // A deployment decides itself when and what it installs: starts must not depend on a registry.
  if (!existsSync(join(root, 'node_modules'))) {
    console.error('The dependencies are not installed. Run "npm ci --omit=dev" first.')
    process.exit(1)
  }
} else if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) {
  console.error('Installing the locked dependencies (npm ci) …')
  const run = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error('Installing the dependencies failed. Run "npm ci" to see why.')
    process.exit(1)
  }
}

const pinned = existsSync(join(root, 'node_modules', '.bin', 'node'))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (!pinned && (major < 22 || (major === 22 && minor < 18))) {
  console.error(
    `Selfbill needs Node 22.18 or later; this is ${process.versions.node}. There is no pinned Node for ${process.platform}-${process.arch}: install a newer Node.`,
  )
  process.exit(1)
}
