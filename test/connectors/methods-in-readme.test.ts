import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// The README of selfbill-connect lists every method of its client, with its parameters.

const folder = new URL('../../examples/selfbill-connect/', import.meta.url)

test('the table of methods is the class', () => {
  const methods = readFileSync(new URL('selfbill_connect/client.py', folder), 'utf8').matchAll(
    /^ {4}def ([a-z]\w*)\(self, ([^)]*)\):$/gm,
  )
  const rows = readFileSync(new URL('README.md', folder), 'utf8').matchAll(/^\| `(\w+)\(([^)]*)\)` \|/gm)
  const namesOf = (found: Iterable<RegExpMatchArray>) =>
    Array.from(found, ([, name, parameters]) => `${name}(${parameters})`).toSorted()
  const expected = namesOf(methods)
  assert.ok(expected.length > 5)
  assert.deepEqual(namesOf(rows), expected)
})
