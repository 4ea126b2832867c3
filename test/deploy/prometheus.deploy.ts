import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { deployFile, root } from './deploy-files.ts'

// Prometheus' own tool reads the alerts, runs their tests, and reads the expressions of the dashboard.

const promtool = process.env.PROMTOOL

suite('promtool', { skip: promtool === undefined && 'no promtool' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-prometheus-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { encoding: 'utf8', cwd: folder })
    return { status, output: stdout + stderr }
  }
  cpSync(join(root, 'deploy/prometheus'), folder, { recursive: true })
  const rules = parse(deployFile('prometheus/alerts.yaml'))

  test('reads the alerts, and their tests pass', () => {
    const checked = run('check', 'rules', 'alerts.yaml')
    assert.equal(checked.status, 0, checked.output)
    const tested = run('test', 'rules', 'alerts.test.yaml')
    assert.equal(tested.status, 0, tested.output)
  })

  test('the tests fail when any alert is lost, never ends or has another threshold', () => {
    const [group] = rules.groups
    for (const { alert, expr } of group.rules) {
      const changed = [undefined, `${expr} or vector(1)`, expr.replace(/[\d.]+$/, '1e9'), expr.replace('absent', '')]
      for (const expression of changed.filter((text) => text !== expr)) {
        const others = group.rules.flatMap((rule: { readonly alert: string }) => {
          if (rule.alert !== alert) return [rule]
          return expression === undefined ? [] : [{ ...rule, expr: expression }]
        })
        writeFileSync(join(folder, 'alerts.yaml'), stringify({ groups: [{ ...group, rules: others }] }))
        assert.notEqual(run('test', 'rules', 'alerts.test.yaml').status, 0, `${alert}: ${expression ?? 'lost'}`)
      }
    }
  })

  test('reads every expression of the dashboard', () => {
    const { panels } = JSON.parse(deployFile('grafana/selfbill.json'))
    const expressions: readonly string[] = panels.flatMap(
      ({ targets = [] }: { readonly targets?: readonly { readonly expr: string }[] }) =>
        targets.map(({ expr }) => expr),
    )
    const recorded = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.+'),
    }))
    assert.ok(recorded.length > 30)
    writeFileSync(join(folder, 'dashboard.yaml'), stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
    const checked = run('check', 'rules', 'dashboard.yaml')
    assert.equal(checked.status, 0, checked.output)
  })
})
