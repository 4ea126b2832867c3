import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/processes/command-line.ts'
import type { Blocks } from './blocks.ts'

// Blocks that are parts of something larger: what they name is there.

const textOfAll = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/** The rooms of the drawing are folders. */
function rooms(drawing: string): void {
  const places = ['src', 'pint-ae/src']
  for (const room of ['api', 'application', 'record', 'document', 'ubl', 'rulebook', 'store', 'exchange']) {
    assert.match(drawing, new RegExp(`\\b${room}\\b`))
    assert.ok(
      places.some((place) => existsSync(join(root, place, room))),
      room,
    )
  }
}

/** The app reads these members of its site's configuration, and no others of ours. */
function siteConfig(text: string): void {
  const shown = Object.keys(JSON.parse(`{${text}}`))
  const read = textOfAll('examples/erpnext/selfbill_erpnext/*.py').matchAll(/frappe\.conf\.(selfbill_\w+)/g)
  assert.deepEqual([...new Set(Array.from(read, ([, name]) => name))].sort(), shown.sort())
}

/** test:generators passes each of these options. */
function generatorOptions(text: string): void {
  const tests = textOfAll('test/generators/**/*.ts')
  const options = Array.from(text.matchAll(/--?[a-zA-Z-]+[= ](\S+)/g), ([, values = '']) => values.split(','))
  const names = options.flat().filter((value) => /^[a-zA-Z]+(=[a-z0-9]+)*$/.test(value))
  assert.ok(names.length > 8, names.join())
  assert.deepEqual(
    names.filter((name) => !tests.includes(name)),
    [],
  )
}

/** npm run test:citus calls these functions on a cluster. */
function citusFunctions(text: string): void {
  const tests = textOfAll('test/citus/*.ts')
  const called = Array.from(text.matchAll(/\bcitus_\w+(?=\()/g), ([name]) => name)
  assert.ok(called.length > 0)
  assert.deepEqual(
    called.filter((name) => !tests.includes(name)),
    [],
  )
}

export const fragmentsInPages: Blocks<(text: string) => void> = {
  'ARCHITECTURE.md': { 'POST JSON ─ api': rooms },
  'examples/erpnext/README.md': { '"selfbill_url"': siteConfig },
  'docs/scaling.md': { '-- on every node': citusFunctions, 'select citus_add_node': citusFunctions },
  'docs/clients.md': { 'npx -p typescript': generatorOptions },
}
