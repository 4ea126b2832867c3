import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { buildService } from '../../src/service/service.ts'
import { readExposition } from '../support/service/prometheus.ts'
import { deployFile, projectFile } from './deploy-files.ts'
import { metricsIn, type UsedMetric } from './promql.ts'

// The dashboard and the alerts use metrics, labels and values that exist, the dashboard shows all of
// ours, and the guide explains each alert.

const guide = projectFile('docs/operating.md')
const rules: readonly Rule[] = parse(deployFile('prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { readonly rules: readonly Rule[] }) => rules,
)
const dashboard: Dashboard = JSON.parse(deployFile('grafana/selfbill.json'))
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.flatMap(({ expr }) => metricsIn(expr).map((metric) => ({ ...metric, at: `panel ${title}` }))),
)
const used = [
  ...shown,
  ...rules.flatMap(({ alert, expr }) => metricsIn(expr).map((metric) => ({ ...metric, at: `alert ${alert}` }))),
]

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string }
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  }[]
}

test('metrics are found in expressions', () => {
  const found = metricsIn(
    'topk(10, histogram_quantile(0.9, sum by (le, call) (rate(a_bucket{b="c", d=~"e|f"}[5m])))) > 2 unless on (job) g',
  )
  assert.deepEqual(found, [
    { name: 'a_bucket', matchers: [pair('b', 'c'), pair('d', 'e|f')] },
    { name: 'g', matchers: [] },
  ])
  assert.deepEqual(metricsIn('absent(up{job="x"}) == 0 and min by (a) (b) / c'), [
    { name: 'up', matchers: [pair('job', 'x')] },
    { name: 'b', matchers: [] },
    { name: 'c', matchers: [] },
  ])
})

test('every metric of the dashboard and the alerts exists', async () => {
  const names = await namesOfMetrics()
  const unknown = used.filter(({ name }) => !names.has(name) && !names.has(familyOf(name)))
  assert.deepEqual(unknown, [])
  assert.ok(used.length > 50)
})

test('the dashboard shows every metric of ours', async () => {
  const missing = new Set([...(await namesOfMetrics())].filter((name) => name.startsWith('selfbill_')))
  assert.ok(missing.size > 20)
  for (const { name } of shown) {
    missing.delete(name)
    missing.delete(familyOf(name))
  }
  assert.deepEqual([...missing], [])
})

test('labels and their values are those of the guide', () => {
  const wrong = used.flatMap((metric) => wrongMatchers(metric).map((matcher) => ({ ...matcher, at: metric.at })))
  assert.deepEqual(wrong, [])
  const made = {
    name: 'selfbill_legs',
    matchers: [pair('state', 'stalled'), pair('state', 'stuck'), pair('leg', 'C3')],
  }
  assert.deepEqual(wrongMatchers(made), [pair('state', 'stuck'), pair('leg', 'C3')])
})

test('the guide has a row for every alert, and the section with steps that it names', () => {
  const rows = Array.from(guide.matchAll(/^\| `(Selfbill\w+)` \|/gm), ([, name]) => name)
  assert.deepEqual(
    rows,
    rules.map(({ alert }) => alert),
  )
  const sections = sectionsOf(guide)
  for (const { alert, labels, annotations } of rules) {
    assert.ok(['critical', 'warning'].includes(labels.severity), alert)
    const [file, anchor = ''] = annotations.runbook.split('#')
    assert.equal(file, 'docs/operating.md', alert)
    const steps = sections.get(anchor)?.match(/^\d+\. /gm) ?? []
    assert.ok(steps.length >= 2, `${alert}: the section ${anchor} of the guide has ${steps.length} numbered steps`)
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${alert}\` |`))
    assert.ok(row?.includes(`(#${anchor})`), `${alert}: its row leads elsewhere than its runbook`)
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 10, alert)
  }
})

test('no two panels of the dashboard share a place or an id', () => {
  const places = new Set<string>()
  for (const { title, gridPos } of dashboard.panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title)
    for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        assert.ok(!places.has(`${x} ${y}`), `${title} covers another panel`)
        places.add(`${x} ${y}`)
      }
    }
  }
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
})

/** Anchor → the text up to the next heading of any level. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  return new Map(
    page.split(/^#+ /m).map((section) => {
      const [title = ''] = section.split('\n')
      return [
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
        section,
      ]
    }),
  )
}

/** Those of the whole service, its features included. */
async function namesOfMetrics(): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-metrics-'))
  const token = 'x'.repeat(32)
  const config = readConfig({ DATA_DIR: folder, GATEWAY: 'sandbox', METRICS: `token=${token}` })
  const service = await buildService(config, pino({ level: 'silent' }))
  try {
    return new Set(readExposition((await service.parts.metrics?.text()) ?? '').names)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}

/** The matchers of a metric of ours whose label, or a value of it, is not in its row of the guide. */
function wrongMatchers({ name, matchers }: UsedMetric): UsedMetric['matchers'] {
  const row = guide.split('\n').find((line) => line.startsWith(`| \`${familyOf(name)}\` |`))
  if (row === undefined) return []
  const [, , , labels = ''] = row.split('|')
  return matchers.filter(({ label, value }) => {
    if (ofPrometheus.includes(label)) return false
    const isKnown = (word: string) => row.includes(`\`${word}\``) || (label === 'corner' && /^C[35]$/.test(word))
    return !labels.includes(`\`${label}\``) || !value.split('|').every(isKnown)
  })
}

const ofPrometheus = ['job', 'namespace', 'instance']

function familyOf(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, '')
}

function pair(label: string, value: string) {
  return { label, value }
}
