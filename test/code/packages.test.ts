import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { changesOf } from '../../scripts/changes-of.ts'
import { lockOf } from '../../scripts/locked-packages.ts'

// What the manifests of the packages have in common, and what only a release reads.

const root = join(import.meta.dirname, '../..')
const published = ['.', 'client', 'pint-ae', 'printing', 'schematron']

test('every published package has the licence, a description and nothing private', () => {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
  for (const folder of published) {
    assert.equal(readFileSync(join(root, folder, 'LICENSE'), 'utf8'), licence, folder)
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    assert.equal(manifest.license, 'Apache-2.0', folder)
    assert.ok(manifest.description && manifest.files && manifest.engines.node, folder)
    assert.equal(manifest.private, undefined, folder)
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.equal(manifest.scripts?.[script], undefined, `${folder}: ${script} would run on every installation`)
  }
})

test('the pinned Node is for clones only', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(optionalDependencies), ['@aws-sdk/client-s3'])
  assert.equal(JSON.parse(readFileSync(join(root, 'node/package.json'), 'utf8')).private, true)
})

test('the lock of a package has what it needs, where Node finds it', () => {
  const lock = {
    packages: {
      '': { dependencies: { a: '1', tool: '1' } },
      'node_modules/@own/b': { link: true, resolved: 'own-b' },
      'own-b': { version: '3', dependencies: { c: '1' } },
      'node_modules/a': {
        dependencies: { b: '^2' },
        peerDependencies: { p: '1', q: '1' },
        peerDependenciesMeta: { q: { optional: true } },
      },
      'node_modules/a/node_modules/b': { version: '2', optionalDependencies: { c: '1', absent: '1' } },
      'node_modules/b': { version: '1' },
      'node_modules/c': { dependencies: { a: '1' } },
      'node_modules/p': {},
      'node_modules/q': {},
      'node_modules/tool': {},
    },
  }
  const { packages } = lockOf(lock, { name: 'own', dependencies: { a: '1' } })
  assert.deepEqual(Object.keys(packages).sort(), [
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/p',
  ])
  const linked = lockOf(lock, { name: 'own', dependencies: { '@own/b': '3' } })
  assert.deepEqual(linked.packages['node_modules/@own/b'], { version: '3', dependencies: { c: '1' } })
  assert.ok('node_modules/c' in linked.packages)
  assert.throws(() => lockOf(lock, { name: 'own', dependencies: { unknown: '1' } }), /own needs unknown/)
})

// What only one suite or PDFs need stands beside it with a lock file of its own, for scripts/install.mjs.
const lockFiles = globSync('**/package-lock.json', { cwd: root, exclude: ['**/node_modules', 'release', '.git'] })
const lockedIn = (file: string) =>
  Object.entries<LockedPackage>(JSON.parse(readFileSync(join(root, file), 'utf8')).packages)

test('every package that is fetched has its integrity, and no address', () => {
  const fetched = lockFiles.flatMap((file) =>
    lockedIn(file)
      // Folders of this project, and packages inside others, are not fetched.
      .filter(([place, { link, inBundle }]) => place.includes('node_modules/') && link !== true && inBundle !== true)
      .map(([place, locked]) => ({ name: `${file}: ${place}`, ...locked })),
  )
  assert.ok(fetched.length > 500)
  assert.deepEqual(
    fetched.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')).map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    fetched.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name),
    [],
  )
})

test('every lock file names the packages of its manifest, in one version each', () => {
  for (const file of lockFiles) {
    const manifest = JSON.parse(readFileSync(join(root, dirname(file), 'package.json'), 'utf8'))
    const locked = new Map(lockedIn(file))
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}).filter(([, one]) => one !== '*'))
        assert.equal(locked.get(`node_modules/${name}`)?.version, version, `${file}: ${name}`)
  }
})

test('a clone leaves to a suite what it alone needs, and to the package that prints what PDFs need', () => {
  const places = lockedIn('package-lock.json').map(([place]) => place)
  const elsewhere = lockFiles
    .filter((file) => file !== 'package-lock.json')
    .flatMap((file) => Object.keys(new Map(lockedIn(file)).get('')?.dependencies ?? {}))
  assert.ok(elsewhere.includes('playwright-core') && elsewhere.includes('@cantoo/pdf-lib'), elsewhere.join())
  assert.deepEqual(
    elsewhere.filter((name) => places.includes(`node_modules/${name}`)),
    [],
  )
})

interface LockedPackage {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
}

test('the changes of a version are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\nText.\n\n## Unreleased\n\n- new\n\n## [0.2.0] - 2026-11-01\n\n### Added\n\n- two\n\n## 0.1.0\n\n- one\n'
  assert.equal(changesOf(changelog, 'Unreleased'), '## Unreleased\n\n- new')
  assert.equal(changesOf(changelog, '0.2.0'), '## [0.2.0] - 2026-11-01\n\n### Added\n\n- two')
  assert.equal(changesOf(changelog, '0.1.0'), '## 0.1.0\n\n- one')
  assert.equal(changesOf(changelog, '0.1'), undefined)
})
