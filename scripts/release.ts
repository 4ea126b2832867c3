import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changesOf } from './changes-of.ts'
import { type LockedPackage, type LockFile, lockOf } from './locked-packages.ts'
import { runNpm } from './npm.ts'
import { stagePackage } from './staged-package.ts'

/**
 * `npm run release` makes a release in a folder, by default release/: the packages as tarballs, the
 * bill of materials (CycloneDX) of each package with dependencies, the files of deploy/, the section
 * of the changelog, and checksums of all of these. It publishes nothing. The changelog must have a section for the
 * version; with `--draft` the unreleased changes will do.
 */
const { values, positionals } = parseArgs({ options: { draft: { type: 'boolean' } }, allowPositionals: true })
const root = join(import.meta.dirname, '..')
const folder = resolve(positionals[0] ?? join(root, 'release'))
const { version } = manifestOf('.')
const changes = releaseNotes()

run(process.execPath, 'scripts/build.ts')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const place of ['.', 'client', 'pint-ae', 'printing', 'schematron']) {
  const staged = stagePackage(join(root, place))
  runNpm(staged, ['pack', '--ignore-scripts', '--silent', '--workspaces=false', '--pack-destination', folder])
  rmSync(staged, { recursive: true })
}
writeBill('.', 'selfbill')
writeBill('printing', 'selfbill-printing', 'printing')
writeBill('pint-ae', 'selfbill-pint-ae')
writeBill('schematron', 'selfbill-schematron')
packDeployment(`selfbill-deploy-${version}`)
writeFileSync(join(folder, 'CHANGES.md'), `${changes}\n`)
const files = readdirSync(folder).sort()
const sums = files.map((file) => `${sha256(readFileSync(join(folder, file)))}  ${file}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`${folder}\n${sums.join('')}`)

function releaseNotes(): string {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const found =
    changesOf(changelog, version) ?? (values.draft === true ? changesOf(changelog, 'Unreleased') : undefined)
  if (found !== undefined) return found
  console.error(`CHANGELOG.md has no section "## ${version}". Rename "## Unreleased", or make a draft with --draft.`)
  process.exit(1)
}

/** Without the settings of this machine. */
function packDeployment(name: string): void {
  const archive = ['-czf', join(folder, `${name}.tar.gz`), '--exclude=.env', '-C', root, 'deploy']
  const { status, stderr, error } = spawnSync('tar', archive, { encoding: 'utf8' })
  if (status === 0) return
  console.error(`deploy/ cannot be packed: ${error?.message ?? stderr}`)
  process.exit(1)
}

/** From a lock file, so it names exactly the versions that the tests ran with. */
function writeBill(place: string, file: string, locked = '.'): void {
  const manifest = manifestOf(place)
  const home = mkdtempSync(join(tmpdir(), 'selfbill-bill-'))
  try {
    const lock: LockFile = JSON.parse(readFileSync(join(root, locked, 'package-lock.json'), 'utf8'))
    const { devDependencies: _, workspaces: __, ...needs } = manifest
    writeFileSync(join(home, 'package.json'), JSON.stringify(needs))
    writeFileSync(join(home, 'package-lock.json'), JSON.stringify(lockOf(lock, needs)))
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    const bill = JSON.parse(runNpm(home, args))
    // npm takes the name of the folder.
    bill.metadata.component.name = manifest.name
    writeFileSync(join(folder, `${file}-${version}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`)
  } finally {
    rmSync(home, { recursive: true })
  }
}

function manifestOf(place: string): Manifest {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

interface Manifest extends LockedPackage {
  readonly version: string
  readonly devDependencies?: unknown
  readonly workspaces?: unknown
}

function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
