import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { unportable } from './portable.ts'

// The package works on Windows too. Nobody tests there yet, so this finds what could not work.

const root = join(import.meta.dirname, '../..')
const files = ['src', 'client/src', 'schematron/src', 'pint-ae/src', 'printing', 'scripts', 'bin']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => /\.(ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts') && !/\/(assets|node_modules)\//.test(file),
  )
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

suite('portable', () => {
  for (const { what, instead, pattern, allowed, examples } of unportable) {
    test(`nothing depends on ${what}`, () => {
      const found = files
        .filter((file) => !allowed.includes(file))
        .flatMap((file) =>
          readFileSync(join(root, file), 'utf8')
            .split('\n')
            .flatMap((line, at) =>
              !isComment(line) && pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [],
            ),
        )
      assert.deepEqual(found, [], instead)
      for (const line of examples.bad) assert.match(line, pattern)
      for (const line of examples.good) assert.doesNotMatch(line, pattern)
    })
  }

  test('the command of the package is JavaScript, which npm can start on every system', () => {
    for (const file of Object.values<string>(manifest.bin)) {
      assert.match(file, /\.js$/)
      assert.ok(readFileSync(join(root, file), 'utf8').startsWith('#!/usr/bin/env node\n'), file)
      assert.ok(manifest.files.includes(file), file)
    }
  })
})

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/?\*)/.test(line)
}
