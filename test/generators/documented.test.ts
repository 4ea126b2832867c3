import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compiler, sdkVersion, typesVersion } from './attempts/typescript.ts'
import { generators } from './generators.ts'

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')

test('docs/clients.md has a row for every generator, in its version', () => {
  const rows = Array.from(page.matchAll(/^\| ([^|]+) \|/gm), ([, name]) => name)
  for (const { name } of generators) assert.ok(rows.includes(name), name)
})

test('the commands of docs/clients.md have the versions that the tests run', () => {
  assert.ok(page.includes(`npx -p ${compiler} -p @hey-api/openapi-ts@${sdkVersion} openapi-ts -i`))
  assert.ok(page.includes(`npx -p ${compiler} -p openapi-typescript@${typesVersion} openapi-typescript `))
})

test('docs/clients.md gives the reason of every known warning', () => {
  const reasons = new Set(generators.flatMap(({ known }) => known.map(({ why }) => why)))
  assert.ok(reasons.size > 4)
  for (const why of reasons) assert.ok(page.includes(why), why)
})
