import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

// The house keeps its shape: who may import whom, how long a file may be, and that nothing lies about unused.

const root = new URL('../../', import.meta.url).pathname

const everywhere = [
  'decimal',
  'json',
  'text',
  'packing',
  'codelists',
  'faults',
  'card-number',
  'encoding',
  'scopes',
  'compatibility',
]
/** Room → the rooms it may import. A room not listed here does not exist. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  decimal: [],
  json: ['decimal'],
  codelists: [],
  'card-number': [],
  encoding: [],
  faults: [],
  sealing: [],
  scopes: [],
  compatibility: [],
  'turn-queue': [],
  version: [],
  text: [],
  packing: ['text'],
  threads: ['turn-queue'],
  config: ['encoding', 'scopes', 'compatibility'],
  document: everywhere,
  xml: ['decimal'],
  ubl: [...everywhere, 'document', 'xml'],
  schematron: ['decimal', 'xml'],
  rulebook: [...everywhere, 'schematron', 'xml'],
  issuing: [...everywhere, 'threads', 'document', 'xml', 'ubl', 'rulebook'],
  store: [...everywhere, 'turn-queue', 'threads', 'document'],
  render: [...everywhere, 'threads', 'document'],
  evidence: ['encoding'],
  application: [...everywhere, 'threads', 'document', 'rulebook', 'issuing', 'store', 'exchange', 'feed'],
  feed: [...everywhere, 'document', 'store'],
  clock: ['store'],
  exchange: [...everywhere, 'threads', 'clock', 'document', 'xml', 'ubl', 'rulebook', 'store'],
  webhooks: [...everywhere, 'sealing', 'clock', 'document', 'store', 'feed'],
  api: [
    ...everywhere,
    'version',
    'threads',
    'sealing',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'issuing',
    'application',
    'store',
    'exchange',
    'render',
    'evidence',
    'feed',
    'webhooks',
  ],
  service: [
    ...everywhere,
    'threads',
    'config',
    'sealing',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'issuing',
    'application',
    'store',
    'clock',
    'exchange',
    'feed',
    'webhooks',
    'api',
    'render',
    'evidence',
  ],
  cli: [
    ...everywhere,
    'version',
    'compile-cache',
    'config',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'issuing',
    'application',
    'store',
    'clock',
    'exchange',
    'feed',
    'api',
    'evidence',
    'service',
  ],
  'compile-cache': [],
}
const pure = [
  'decimal',
  'json',
  'codelists',
  'card-number',
  'encoding',
  'document',
  'xml',
  'ubl',
  'schematron',
  'rulebook',
]
/** Reads the rule files beside it, once, at start. */
const readsItsOwnFiles = 'rulebook/rule-files.ts'
const impure = /^node:(fs|net|http|https|dns|child_process|worker_threads|os|cluster|timers|sqlite)|^(pg|fastify|pino)$/

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort()

function textOf(file: string): string {
  return readFileSync(join(root, 'src', file), 'utf8')
}

function importsOf(file: string): string[] {
  const text = textOf(file)
  const statics = text.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)
  const dynamics = text.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g)
  return [...statics, ...dynamics].map((match) => match[1] ?? '')
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '')
}

test('a room imports only what the house allows it', () => {
  assert.ok(sources.length > 50)
  const trespasses: string[] = []
  for (const file of sources) {
    const room = roomOf(file)
    const allowed = rooms[room]
    assert.ok(allowed, `src/${file}: the room "${room}" is not on the plan (test/code/structure.test.ts)`)
    for (const imported of importsOf(file)) {
      if (!imported.startsWith('.')) {
        if (pure.includes(room) && impure.test(imported) && file !== readsItsOwnFiles)
          trespasses.push(`src/${file} imports ${imported}: ${room} is pure`)
        continue
      }
      // OpenAPI shows requests that a reader can post: facts, like the code lists.
      if (room === 'api' && /^(\.\.\/)+examples\/[a-z-]+\.json$/.test(imported)) continue
      // The one place of the version.
      if (file === 'version.ts' && imported === '../package.json') continue
      const target = roomOf(normalize(join(dirname(file), imported)))
      if (target !== room && !allowed.includes(target))
        trespasses.push(`src/${file} imports ${imported}: ${room} may not import ${target}`)
    }
  }
  assert.deepEqual(trespasses, [])
})

test('no file is longer than 400 lines', () => {
  const long = sources
    .map((file) => ({ file, lines: textOf(file).split('\n').length }))
    .filter(({ lines }) => lines > 401)
  assert.deepEqual(long, [], 'divide it: one idea a file')
})

test('no file is called after nothing in particular', () => {
  assert.deepEqual(
    sources.filter((file) => /(^|\/)(utils?|helpers?|common|manager|misc)(\/|\.ts$)/.test(file)),
    [],
  )
})

test('every file says in its first lines why it exists', () => {
  const silent = sources.filter((file) => !/\/\*\*|\/\/ /.test(textOf(file).split('\n').slice(0, 40).join('\n')))
  assert.deepEqual(silent, [])
})

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env/.test(textOf(file)))
  assert.deepEqual(
    readers.filter((file) => !['cli/configuration.ts', 'cli/selfbill.ts'].includes(file)),
    [],
  )
})

test('every export is used by somebody', () => {
  const users = ['src', 'test', 'bench', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') || file.endsWith('.mjs'))
  const texts = new Map(users.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const unused: string[] = []
  for (const file of sources) {
    for (const [, name] of textOf(file).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)) {
      const mention = new RegExp(`\\b${name}\\b`)
      const own = join('src', file)
      const usedElsewhere = [...texts].some(([user, text]) => user !== own && mention.test(text))
      if (!usedElsewhere) unused.push(`${own}: ${name}`)
    }
  }
  assert.deepEqual(unused, [], 'delete it, or do not export it')
})

test('nobody escapes the type checker', () => {
  const escapes = /@ts-ignore|@ts-expect-error|@ts-nocheck|\bas any\b|: any\b|<any>|as unknown as/
  const published = readdirSync(join(root, 'client/src')).map((file) => `../client/src/${file}`)
  assert.deepEqual(
    [...sources, ...published].filter((file) => escapes.test(textOf(file))),
    [],
  )
})
