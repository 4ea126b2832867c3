import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { eventually } from '../support/eventually.ts'
import { RunningService } from '../support/processes/running-service.ts'

// What a start loads (docs/decisions/0143, 0153): what no first request needs must stay away, as each
// module costs time and memory in every process.

interface Loaded {
  readonly urls: readonly string[]
  /** Node's own modules, as `process.moduleLoadList` names them. */
  readonly builtin: readonly string[]
  readonly threads: readonly string[]
  /** Since the last of them was loaded. */
  readonly quietMs: number
}

/** Packages and folders that come with their first use. */
const late: readonly (readonly [what: string, url: RegExp])[] = [
  ['TypeBox', /node_modules\/typebox\//],
  ['libxml2', /node_modules\/libxml2-wasm\//],
  ['OpenID Connect', /node_modules\/(openid-client|oauth4webapi)\//],
  ['mail', /node_modules\/nodemailer\//],
  ['metrics', /node_modules\/prom-client\//],
  ['CSV', /node_modules\/csv-parse\//],
  ['PostgreSQL, on SQLite', /node_modules\/pg\//],
  ['the object store', /node_modules\/@aws-sdk\//],
  ['zip files', /node_modules\/yauzl\//],
  ['the typesetter', /@selfbill\/printing|\/printing\/node_modules\//],
  ['encryption, which no token of ours has', /node_modules\/jose\/dist\/webapi\/jwe\//],
  ['the compiler of rules', /\/schematron\/src\/(generator\/schema|compiled\/compile-files)\./],
  ["the reader of rule files' text", /\/schematron\/src\/rule-file\/read-rule-file\./],
  ['the OpenAPI document', /\/src\/api\/openapi\/openapi\./],
  ['the demo', /\/src\/cli\/handlers\/demo\//],
]

suite('what a later start loads', () => {
  let loaded: Loaded
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfbill-loaded-'))
    try {
      // The first makes the database and fills the compile cache.
      await started(folder)
      loaded = await started(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  for (const [what, url] of late)
    test(`not ${what}`, () => {
      assert.deepEqual(
        loaded.urls.filter((one) => url.test(one)),
        [],
      )
    })

  test('neither the stripper of types, whose work is cached, nor the whole of undici', () => {
    const heavy = /deps\/(amaro|undici\/undici|acorn|minimatch)/
    assert.deepEqual(
      loaded.builtin.filter((name) => heavy.test(name)),
      [],
    )
  })

  test('two threads of SQLite, and no other thread', () => {
    assert.deepEqual(loaded.threads.toSorted(), ['sqlite reader', 'sqlite writer'])
  })

  test('not more modules than are needed today, with some room', () => {
    const files = loaded.urls.filter((url) => url.startsWith('file:'))
    assert.ok(files.length < modulesMax, `${files.length} modules: load what no first request needs when it is needed`)
    assert.ok(files.length > modulesMax / 2, 'the list is complete')
  })
})

const modulesMax = 1_450

async function started(folder: string): Promise<Loaded> {
  const file = join(folder, 'loaded.json')
  const script = pathToFileURL(join(import.meta.dirname, '../support/processes/loaded-modules.mjs')).href
  const service = await RunningService.start({
    DATA_DIR: join(folder, 'data'),
    LOADED_MODULES: file,
    NODE_OPTIONS: `--import=${script}`,
    // The threads of a test run may have another one.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  // What a service loads once it listens is part of its start.
  const loaded = await eventually(async () => {
    const known: Loaded | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    return known && known.quietMs > 2_000 ? known : undefined
  })
  await service.stop()
  return loaded
}
