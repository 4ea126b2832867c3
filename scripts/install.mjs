// Installs the locked dependencies when they are missing or older than the lock file, so that every
// npm script works on a fresh clone. Folders that are named as arguments have packages and a lock
// file of their own, because few need them: the typesetter, a browser's driver, the checks. In
// production nothing is installed, unless `--now` asks for it. With `--if-possible` it goes on
// without the named folders where they cannot be had or `--omit=optional` leaves them out. Then
// refuses a Node that cannot run TypeScript. Plain JavaScript for any Node >= 18, because the pinned
// Node comes with the dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const words = process.argv.slice(2)
const folders = words.filter((word) => !word.startsWith('--'))
const isOptional = words.includes('--if-possible')

if (process.env.NODE_ENV === 'production') {
  // A deployment decides itself when and what it installs: starts must not depend on a registry.
  if (!existsSync(join(root, 'node_modules'))) {
    console.error('The dependencies are not installed. Run "npm ci --omit=dev" first.')
    process.exit(1)
  }
} else if (!install('.')) {
  console.error('Installing the dependencies failed. Run "npm ci" to see why.')
  process.exit(1)
}

const isLeftOut = isOptional && /\boptional\b/.test(process.env.npm_config_omit ?? '')
if ((process.env.NODE_ENV !== 'production' || words.includes('--now')) && !isLeftOut) {
  for (const folder of folders) {
    if (install(folder)) continue
    console.error(`Installing the packages of ${folder} failed. Run "npm ci" in ${folder} to see why.`)
    if (!isOptional) process.exit(1)
  }
}
linkPrinting()

const pinned = existsSync(join(root, 'node_modules', '.bin', 'node'))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Older ones pack no texts with a dictionary. The `engines` of package.json say the same.
const isNewEnough = (major === 22 && minor >= 19) || (major === 24 && minor >= 6) || major > 24
if (!pinned && !isNewEnough) {
  console.error(
    `Selfbill needs Node 22.19 or later of 22, or 24.6 or later; this is ${process.versions.node}. There is no pinned Node for ${process.platform}-${process.arch}: install a newer Node.`,
  )
  process.exit(1)
}

/** @param {string} folder */
function install(folder) {
  const installed = join(root, folder, 'node_modules', '.package-lock.json')
  const locked = join(root, folder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return true
  console.error(`Installing the locked dependencies${folder === '.' ? '' : ` of ${folder}`} (npm ci) …`)
  const run = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  return run.status === 0
}

/** The service imports it by its name, as an installed one does. `npm ci` in the root removes the link. */
function linkPrinting() {
  const link = join(root, 'node_modules', '@selfbill', 'printing')
  if (existsSync(link) || !existsSync(join(root, 'printing', 'node_modules', '.package-lock.json'))) return
  mkdirSync(dirname(link), { recursive: true })
  // A link of a folder that is gone is in the way, too.
  rmSync(link, { force: true })
  symlinkSync(process.platform === 'win32' ? join(root, 'printing') : '../../printing', link, 'junction')
}
