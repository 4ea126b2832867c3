// Installs the locked dependencies when they are missing or older than the lock file, so that every npm script works on a
// fresh clone. Plain JavaScript for any Node >= 18: the pinned Node comes with the dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const installed = join(root, 'node_modules', '.package-lock.json')
const locked = join(root, 'package-lock.json')

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) {
  console.error('Installing the locked dependencies (npm ci) …')
  const run = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error('The dependencies could not be installed: run "npm ci" by hand to see why.')
    process.exit(1)
  }
}
