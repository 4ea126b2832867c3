import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { parse } from 'yaml'
import { projectFile, root } from './deploy-files.ts'

// What the GitHub Action and the pre-commit hook run, on good and bad documents.

const good = join(root, 'examples/purchase-invoice.json')

suite('the action', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-action-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'invoices', 'july'), { recursive: true })
  copyFileSync(good, join(folder, 'invoices', 'july', 'good one.json'))
  writeFileSync(join(folder, 'bad.json'), readFileSync(good, 'utf8').replace('"DXB"', '"Dubai"'))
  const { runs, inputs } = parse(projectFile('action.yml'))
  const [, check] = runs.steps

  const run = (files: string, profile = '') => {
    const env = { ...process.env, ACTION: root, FILES: files, PROFILE: profile }
    return spawnSync('bash', ['-c', check.run], { cwd: folder, env, encoding: 'utf8' })
  }

  test('gives its step every input', () => {
    const given = Object.values(check.env).map((value) => /inputs\.(\w+)/.exec(String(value))?.[1])
    assert.deepEqual(given.filter((name) => name !== undefined).toSorted(), Object.keys(inputs).toSorted())
  })

  test('passes good documents, and fails for a bad one with its finding', () => {
    const passed = run('invoices/**/*.json', join(root, 'examples/business-profile.json'))
    assert.deepEqual([passed.status, /good one\.json: valid/i.test(passed.stdout)], [0, true], passed.stdout)
    const failed = run('invoices/**/*.json bad.json')
    assert.equal(failed.status, 1, failed.stderr)
    assert.match(failed.stdout, /bad\.json: NOT valid[\s\S]*IBR-128-AE/)
  })

  test('fails for a pattern that names no file', () => {
    const { status, stdout } = run('nothing/*.xml')
    assert.equal(status, 2)
    assert.match(stdout, /No file is named by: nothing/)
  })

  test('the hook passes a good document, and fails for a bad one', () => {
    const [hook] = parse(projectFile('.pre-commit-hooks.yaml'))
    assert.equal(hook.language, 'script')
    const [script = '', ...words] = hook.entry.split(' ')
    const check = (file: string) => spawnSync('sh', [join(root, script), ...words, file], { cwd: folder }).status
    assert.deepEqual([check(good), check(join(folder, 'bad.json'))], [0, 1])
  })
})
