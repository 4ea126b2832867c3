import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCommand } from '../../src/cli/command.ts'
import { program } from '../../src/cli/program.ts'
import { settings } from '../../src/config/settings.ts'
import { grantableScopes, scopes } from '../../src/security/scopes.ts'
import { compiler } from '../generators/attempts/typescript.ts'
import { root } from '../support/processes/command-line.ts'
import { apiDocument } from '../support/service/api-schemas.ts'
import { type Block, blocks, pages, placeOf, textOf } from './blocks.ts'
import { generated } from './elsewhere.ts'

// Commands, options, scripts, operations, settings and files that a page names exist: in its blocks
// and within its sentences, also where nothing can be run.

interface Code {
  readonly place: string
  readonly text: string
}

/** Code within sentences. */
const spans: readonly Code[] = pages.flatMap((page) => {
  const own = blocks.filter((block) => block.page === page)
  return textOf(page)
    .split('\n')
    .flatMap((line, at) => (own.some((block) => isWithin(block, at + 1)) ? [] : spansIn(line, `${page}:${at + 1}`)))
})

/** The lines of blocks, those that go on in the next one as one. */
const lines: readonly Code[] = blocks
  .filter(({ page }) => !(page in generated))
  .flatMap((block) =>
    block.text
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .map((text) => ({ place: placeOf(block), text })),
  )

const everywhere = [...spans, ...lines]

function isWithin({ line, text }: Block, at: number): boolean {
  return at >= line && at < line + text.split('\n').length
}

function spansIn(line: string, place: string): readonly Code[] {
  return Array.from(line.matchAll(/`([^`]+)`/g), ([, text = '']) => ({ place, text }))
}

/** `find` returns the wrong names in a text, as in the example. All code has no such name. */
function expectNone(
  example: string,
  find: (text: string) => readonly string[],
  places: readonly Code[] = everywhere,
): void {
  assert.equal(find(example).length, 1, `nothing wrong is found in ${example}`)
  const found = places.flatMap(({ place, text }) => find(text).map((wrong) => `${place}: ${wrong}`))
  assert.deepEqual(found, [])
}

test('commands of bin/selfbill and their options', () => {
  const calls =
    /(?:(?:^|[\s(])(?:bin\/selfbill|npx selfbill|node \S*bin\/selfbill\.js)|^selfbill)((?:\s+[^\s|;&)`]+)*)/g
  const unknown = (text: string): readonly string[] =>
    Array.from(text.replace(/\s#\s.*/, '').matchAll(calls), ([, words = '']) => words.trim().split(/\s+/)).flatMap(
      unknownIn,
    )
  expectNone('bin/selfbill nonsense', unknown)
  expectNone("bin/selfbill user add Clerk --organisation 'Falcon Trading'", unknown)
})

function unknownIn(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  if (!/^[a-z]/.test(first) || first === gone) return []
  const command = findCommand(program, words)
  if (command === program) return [`selfbill ${first}`]
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]))
  const given = words.flatMap((word) => /^\[?(--[a-z][a-z0-9-]*)/.exec(word)?.[1] ?? [])
  return given
    .filter((option) => !known.has(option) && option !== '--help')
    .map((option) => `${words.join(' ')}: ${option}`)
}

/** docs/upgrading.md says that it is gone. */
const gone = 'completion'

test('scripts of npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = new Set(['install', 'ci', 'exec', 'pack', 'pkg', 'publish', 'prune', 'audit'])
  expectNone('npm run nonsense', (text) =>
    Array.from(text.matchAll(/\bnpm (?:run (?:-s |--silent )?)?([a-z][\w:-]*)/g), ([, script = '']) => script).filter(
      (script) => !(script in scripts) && !own.has(script),
    ),
  )
})

test('operations of the API', () => {
  const calls = /\b(GET|POST|PUT|PATCH|DELETE)\s+(…?\/[^\s`"'),;]*)/g
  const routes = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  )
  const isRoute = (method = '', path = ''): boolean => {
    const shape = (path.split('?')[0] ?? '').replaceAll(/\{[^}]*\}/g, '{}')
    return routes.some((route) => {
      const [verb, known = ''] = route.split(' ')
      return verb === method && (shape.startsWith('…') ? endsLike(known, shape.slice(1)) : isLike(known, shape))
    })
  }
  expectNone('DELETE /api/{family}/{id}/pdf', (text) =>
    Array.from(text.matchAll(calls))
      .filter(([, method, path = '']) => !isRoute(method, path) && !others.some((other) => other.test(path)))
      .map(([call]) => call),
  )
})

/** What other programs offer, and what is no operation of the API. */
const others: readonly RegExp[] = [
  /^\/api\/(ops|outbound)\//,
  /^\/iso6523/,
  /^…\/services\//,
  /^\/metrics$/,
  /^\/console\//,
  /^\/actuator\//,
]

/** Each part of a path is the same, or a parameter, or a value where the operation has a parameter. */
function isLike(known: string, shown: string): boolean {
  const [one, two] = [known.split('/'), shown.split('/')]
  return one.length === two.length && one.every((part, at) => part === two[at] || part === '{}' || two[at] === '{}')
}

function endsLike(known: string, shown: string): boolean {
  const parts = known.split('/')
  return isLike(parts.slice(-shown.split('/').length + 1).join('/'), shown.slice(1))
}

test('settings', () => {
  const known = new Set(Object.keys(settings))
  expectNone('GATEWAY_ADRESS=x', (text) =>
    Array.from(
      text.matchAll(/(?<![\w$.{-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|TUNING|OIDC|METRICS)=/g),
      ([, name = '']) => name,
    ).filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')) && !variables.test(name)),
  )
  expectNone('TUNING.worker', (text) =>
    Array.from(text.matchAll(/\b(?:TUNING|OIDC|METRICS)\.[a-z_]+/g), ([name]) => name).filter(
      (name) => !known.has(name),
    ),
  )
})

/** Variables of our tests and scripts, of pages for their own lines, and of other programs. */
const variables =
  /^(NODE_|OTEL_|AWS_|COMPOSE_|PHOSS_|BENCH_|FIELD_|FAULT_|SELFBILL_(CLIENT_ID|CLIENT_SECRET|TOKEN|URL)$|PHASE4_|FORWARDING_|BASE_IMAGE$|ON_ERROR_STOP$)/

test('credentials have one set of names', () => {
  const other =
    /\$\{?(?:TOKEN|ADDRESS|CLIENT_ID|CLIENT_SECRET)\b|(?<![\w$.-])(?:TOKEN|ADDRESS|CLIENT_ID|CLIENT_SECRET)=/g
  const named = (text: string) => Array.from(text.matchAll(other), ([name]) => name)
  expectNone('curl -H "Authorization: Bearer $TOKEN"', named)
  const programs = globSync('{clients,examples}/**/*.{py,java,go,cs,ts}', { cwd: root }).map((place) => ({
    place,
    text: readFileSync(join(root, place), 'utf8'),
  }))
  assert.ok(programs.length > 10)
  const read = /(?<=["'({,] ?)(?:TOKEN|ADDRESS|CLIENT_ID|CLIENT_SECRET)\b/g
  expectNone(`os.environ["CLIENT_ID"]`, (text) => Array.from(text.matchAll(read), ([name]) => name), programs)
})

test('files and folders', () => {
  const folders =
    'src|test|docs|deploy|examples|clients|client|scripts|pint-ae|schematron|printing|bench|migrations|bin'
  const paths = new RegExp(`(?<![\\w/.…}@-])(?:${folders})/[\\w./*-]*[\\w*]`, 'g')
  // Pages about rules name files of the rule book by its folder.
  const places = ['.', 'pint-ae/src/rulebook']
  const isThere = (path: string) =>
    places.some((place) =>
      path.includes('*') ? globSync(path, { cwd: join(root, place) }).length > 0 : existsSync(join(root, place, path)),
    )
  expectNone('deploy/nowhere.sh', (text) =>
    Array.from(text.matchAll(paths), ([path]) => path).filter((path) => !isThere(path) && !made.test(path)),
  )
})

/** What builds and installations make, and an object of Kubernetes. */
const made = /\/(dist|node_modules)(\/|$)|^deploy\/selfbill$/

test('scopes: the table explains each, and the token for every request has each that a client may have', () => {
  const guide = textOf('docs/integrating.md')
  const [, table = ''] = guide.split('| Scope | Lets you |\n|---|---|\n')
  const rows = Array.from((table.split('\n\n')[0] ?? '').matchAll(/^\| `(\S+)` \|/gm), ([, scope]) => scope)
  assert.deepEqual(rows, scopes)
  const [, all] = /`--scope '([^']*)'`\nfor all of them/.exec(guide) ?? []
  assert.deepEqual(all?.split(' '), grantableScopes)
})

test('versions of our packages, and of those that we have', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const versions = { ...manifest.devDependencies, ...manifest.dependencies }
  expectNone(
    'selfbill-0.0.1.tgz',
    (text) => [
      ...Array.from(text.matchAll(/selfbill(?:-[a-z-]+)?-(\d+\.\d+\.\d+)/g)).flatMap(([whole, version]) =>
        version === manifest.version ? [] : [whole],
      ),
      ...Array.from(text.matchAll(/(@?[a-z][\w./-]*)@(\d+\.\d+\.\d+)/g)).flatMap(([whole, name = '', version]) =>
        versions[name] === undefined || versions[name] === version || whole === compiler ? [] : [whole],
      ),
    ],
    lines,
  )
})
