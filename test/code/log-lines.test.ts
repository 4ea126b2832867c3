import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// docs/operating.md has a row for each line that the service can log at level error or warn: an
// operator who finds a line finds there what to do.

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')

/** Calls without a message of their own: file → what they log. */
const withoutText: Readonly<Record<string, string>> = {
  'service/start-service.ts': 'log.warn(warning)', // settings with old names, which the page mentions
}

/** Lines that no logger writes. */
const written: readonly string[] = ['warn: lines of the log were lost: it could not be written']

test('each line at level error or warn has a row, and each row a line', () => {
  const [, section = ''] = /^### Lines of the log$([\s\S]*?)^## /m.exec(
    readFileSync(join(root, 'docs/operating.md'), 'utf8'),
  ) ?? ['', '']
  const rows = Array.from(
    section.matchAll(/^\| (error|warn) \| `([^`]+)` \| \S/gm),
    ([, level, text]) => `${level}: ${text}`,
  )
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const lines = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => linesIn(file, readFileSync(join(src, file), 'utf8')))
  assert.ok(lines.length > 30, lines.join('\n'))
  assert.deepEqual([...new Set(rows)].toSorted(), rows.toSorted(), 'a row twice')
  assert.deepEqual(rows.toSorted(), [...new Set([...lines, ...written])].toSorted())
})

test('the text of a call is found, whatever stands around it', () => {
  assert.deepEqual(
    linesIn('a.ts', "log.warn({ a: f('x') }, 'one (of two)')\nlog.info('no')\nlog.error(\n  'two',\n)"),
    ['warn: one (of two)', 'error: two'],
  )
  const failing = "function f(what: 'a request' | 'a part') {\n  log.error({ err }, `${" + 'what} failed`)\n}'
  assert.deepEqual(linesIn('a.ts', failing), ['error: a request failed', 'error: a part failed'])
  assert.throws(() => linesIn('a.ts', 'log.error(error)'), /a\.ts/)
})

function linesIn(file: string, source: string): readonly string[] {
  return Array.from(source.matchAll(/\blog\.(error|warn|fatal)\(/g)).flatMap((found) => {
    const call = callAt(source, found.index)
    if (withoutText[file] === call) return []
    const [, , text = ''] = /(['`])((?:(?!\1).)*)\1,?\s*\)$/.exec(call) ?? []
    assert.notEqual(text, '', `${file}: ${call} has no text that can be found`)
    return texts(source, file, text).map((one) => `${found[1]}: ${one}`)
  })
}

/** From the name to its closing parenthesis. */
function callAt(source: string, start: number): string {
  let depth = 0
  let quote = ''
  for (let at = source.indexOf('(', start); at < source.length; at += 1) {
    const sign = source.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (/['`"]/.test(sign)) quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return source.slice(start, at + 1)
  }
  return assert.fail(source.slice(start, start + 80))
}

/** A hole has the values of the type of its name: `what: 'a request' | 'part of a request'`. */
function texts(source: string, file: string, text: string): readonly string[] {
  const [hole, name] = /\$\{(\w+)\}/.exec(text) ?? []
  if (hole === undefined) return [text]
  const type = new RegExp(`\\b${name}: ((?:'[^']+'(?: \\| )?)+)`).exec(source)?.[1]
  assert.ok(type, `${file}: the values of ${name}`)
  return Array.from(type.matchAll(/'([^']+)'/g), ([, value = '']) => text.replace(hole, value))
}
