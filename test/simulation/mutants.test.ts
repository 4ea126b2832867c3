import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

test('each planted fault has its place in the code, once', () => {
  for (const { name, file, from } of mutants)
    assert.equal(readFileSync(join(root, file), 'utf8').split(from).length, 2, `${name}: ${file}`)
  assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length)
})
