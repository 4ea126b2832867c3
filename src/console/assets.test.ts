import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compactCss } from './assets.ts'

// All style sheets are sent as one, so a class that two subjects define apart would change both.

const folder = new URL('./assets/', import.meta.url)

test('a class has its rules in one style sheet', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.css'))) {
    const text = readFileSync(new URL(file, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    for (const [, name = ''] of text.matchAll(/^\.([a-z-]+)(?= \{|,$)/gm))
      owners.set(name, (owners.get(name) ?? new Set()).add(file))
  }
  assert.ok(owners.size > 20)
  assert.deepEqual(
    [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files]),
    [],
  )
})

test('a style sheet is sent without comments and indentation, and means the same', () => {
  const text =
    '/* a\n b */\n.one,\n.two > a {\n  margin: 0.5rem 10.5px -0.1em;\n  content: "a b";\n}\n\n@media (x) {\n  b {\n    c: d;\n  }\n}\n'
  assert.equal(compactCss(text).trim(), '.one,.two > a{margin:.5rem 10.5px -0.1em;content:"a b"}@media (x){b{c:d}}')
})
