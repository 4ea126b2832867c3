import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// The house keeps its shape. Who may import whom stands in .dependency-cruiser.mjs; knip finds what
// nothing uses.

const root = new URL('../../', import.meta.url).pathname

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort()

function textOf(file: string): string {
  return readFileSync(join(root, 'src', file), 'utf8')
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

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env/.test(textOf(file)))
  assert.deepEqual(
    readers.filter((file) => !['cli/configuration.ts', 'cli/selfbill.ts'].includes(file)),
    [],
  )
})

test('nothing escapes the type checker', () => {
  // A read that Reflect.get does is of any type: say by a guard what is there.
  const escapes = /\bReflect\.get\(|@ts-ignore|@ts-expect-error|@ts-nocheck|\bas any\b|: any\b|<any>|as unknown as/
  const published = readdirSync(join(root, 'client/src')).map((file) => `../client/src/${file}`)
  assert.deepEqual(
    [...sources, ...published].filter((file) => escapes.test(textOf(file))),
    [],
  )
})
