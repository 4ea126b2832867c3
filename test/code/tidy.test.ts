import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { type Ban, bans } from './bans.ts'

// Style as a failing test. Files that broke a ban when it was made are listed in still-untidy.json.
// The list only shrinks: a listed file that is clean fails too, and `TIDY=shrink node --test
// test/code/tidy.test.ts` takes it off.

const root = new URL('../../', import.meta.url).pathname
const listFile = join(import.meta.dirname, 'still-untidy.json')
const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(listFile, 'utf8'))

const texts = new Map(
  ['src', 'test', 'bench', 'scripts', 'client/src', 'schematron/src', 'pint-ae/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.startsWith('test/code/') && !file.includes('node_modules'))
    .sort()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

const found = new Map(bans.map((ban) => [ban.name, untidy(ban)]))

if (process.env.TIDY === 'shrink') {
  const left = bans.flatMap(({ name }): [string, readonly string[]][] => {
    const files = (listed[name] ?? []).filter((file) => found.get(name)?.has(file))
    return files.length === 0 ? [] : [[name, files]]
  })
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(left), undefined, 2)}\n`)
} else {
  suite('tidy', () => {
    for (const { name, instead } of bans) {
      test(name, () => {
        const files = found.get(name) ?? new Map<string, readonly string[]>()
        const allowed = listed[name] ?? []
        const broken = [...files].filter(([file]) => !allowed.includes(file)).flatMap(([, lines]) => lines)
        assert.deepEqual(broken, [], instead)
        const clean = allowed.filter((file) => !files.has(file))
        assert.deepEqual(clean, [], 'these files are clean: take them off test/code/still-untidy.json')
      })
    }

    test('the list names bans that exist', () => {
      const names = bans.map(({ name }) => name)
      assert.deepEqual(
        Object.keys(listed).filter((name) => !names.includes(name)),
        [],
      )
    })

    for (const { name, isBroken, examples } of bans) {
      test(`${name}: the ban finds what it names`, () => {
        for (const line of examples.bad) assert.ok(isBroken(line), line)
        for (const line of examples.good) assert.ok(!isBroken(line), line)
      })
    }
  })
}

/** File → its lines that break the ban, each with its place. */
function untidy({ where, isBroken }: Ban): ReadonlyMap<string, readonly string[]> {
  const files = [...texts].filter(([file]) => where.test(file))
  const lines = files.map(([file, text]): [string, readonly string[]] => [
    file,
    text.split('\n').flatMap((line, at) => (isBroken(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  ])
  return new Map(lines.filter(([, broken]) => broken.length > 0))
}
