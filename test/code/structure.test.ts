import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// The structure of the project. The allowed imports stand in .dependency-cruiser.mjs; knip finds
// unused code.

const root = new URL('../../', import.meta.url).pathname

const sources = ['src', 'schematron/src', 'pint-ae/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort()

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

test('no file is longer than 400 lines', () => {
  const long = sources
    .map((file) => ({ file, lines: textOf(file).split('\n').length }))
    .filter(({ lines }) => lines > 401)
  assert.deepEqual(long, [], 'divide it: one idea a file')
})

test('no file has a generic name', () => {
  assert.deepEqual(
    sources.filter((file) => /(^|\/)(utils?|helpers?|common|manager|misc)(\/|\.ts$)/.test(file)),
    [],
  )
})

test('every file says why it exists in its first lines', () => {
  const silent = sources.filter((file) => !/\/\*\*|\/\/ /.test(textOf(file).split('\n').slice(0, 40).join('\n')))
  assert.deepEqual(silent, [])
})

test('a class of the store keeps more than the database', () => {
  const onlyDatabase = (text: string) =>
    text
      .split(/^(?:export )?class /m)
      .slice(1)
      .map((rest) => rest.split(/^}/m)[0] ?? '')
      .map((body) => [...body.matchAll(/^ {2}(?:readonly )?(#?\w+)(?:\?)?(?::| =)/gm)].map(([, name]) => name))
      .some((fields) => fields.length === 1 && /^#?(db|database)$/.test(fields[0] ?? ''))
  const found = sources.filter((file) => file.startsWith('src/store/') && onlyDatabase(textOf(file)))
  assert.deepEqual(found, [], 'write functions that take the database first: docs/decisions/0066')
  assert.ok(onlyDatabase('export class Things {\n  readonly #db: Database\n\n  constructor(db: Database) {\n  }\n}\n'))
  assert.ok(!onlyDatabase('class Things {\n  readonly #db: Database\n  #newest = 0\n}\n'))
})

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env/.test(textOf(file)))
  assert.deepEqual(readers, [])
})

test('nothing escapes the type checker', () => {
  const escapes = /@ts-ignore|@ts-expect-error|@ts-nocheck|\bas any\b|: any\b|<any>|as unknown as/
  const published = readdirSync(join(root, 'client/src')).map((file) => `client/src/${file}`)
  assert.deepEqual(
    [...sources, ...published].filter((file) => escapes.test(textOf(file))),
    [],
  )
})
