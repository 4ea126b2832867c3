import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectFile, root } from './deploy-files.ts'

test('nothing in deploy/ is a link: tools that fetch a chart refuse those that lead out of it', () => {
  const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
  assert.ok(files.length > 30)
  const links = files.filter((file) => lstatSync(join(root, 'deploy', file)).isSymbolicLink())
  assert.deepEqual(links, [])
})

test('assemble.sh without the development packages names the remedy, and makes no folder', (t) => {
  const clone = mkdtempSync(join(tmpdir(), 'selfbill-assemble-'))
  t.after(() => rmSync(clone, { recursive: true }))
  cpSync(join(root, 'deploy/assemble.sh'), join(clone, 'deploy/assemble.sh'))
  // As npm ci --omit=dev leaves it.
  mkdirSync(join(clone, 'node_modules/commander'), { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{}')
  const folder = join(clone, 'out')
  for (let turn = 1; turn <= 2; turn += 1) {
    const { status, stderr } = spawnSync('sh', [join(clone, 'deploy/assemble.sh'), folder], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^The build needs the development packages, .* Run npm ci in \S+ first\.\n$/)
    assert.ok(!existsSync(folder))
  }
})

test('the steps for Kubernetes push the image with the tag that the chart asks for', () => {
  const { version } = JSON.parse(projectFile('package.json'))
  const [, steps = ''] = /^## Kubernetes$([\s\S]*?)^## /m.exec(projectFile('docs/operating.md')) ?? []
  const built = /^ {4}docker build .*-t (\S+) \.$/m.exec(steps)?.[1]
  const pushed = /^ {4}docker push (\S+)$/m.exec(steps)?.[1]
  const named = /^image: \{ repository: (\S+) \}$/m.exec(steps)?.[1]
  assert.deepEqual([built, pushed], [`${named}:${version}`, `${named}:${version}`])
})
