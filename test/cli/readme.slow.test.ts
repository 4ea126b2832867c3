import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../support/processes/command-line.ts'

// README shows what a command prints: run as a stranger would, it prints that.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-readme-'))
after(() => rmSync(folder, { recursive: true }))

test('the broken invoice of README has the finding that README shows', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = /^## Break it\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? ''
  const [commands = '', shown = ''] = Array.from(section.matchAll(/(?:^ {4}.*\n)+/gm), ([block]) => block)
  const here = commands.replaceAll(/\b(examples|bin)\//g, `${root}/$1/`)
  const { stdout, status } = spawnSync('sh', ['-c', here], { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.equal(words(stdout), words(shown))
})

/** README breaks long lines. */
function words(text: string): string {
  return text.trim().split(/\s+/).join(' ')
}
