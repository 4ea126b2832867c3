import assert from 'node:assert/strict'

/**
 * Reads Prometheus' text format 0.0.4 and refuses what its description forbids: a sample without
 * its HELP and TYPE before it, a duplicate sample, values that are not numbers, buckets that do not
 * add up.
 */
export function readExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'), 'the last line ends')
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  const helps = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line)
    if (help?.[1] !== undefined && help[2] !== undefined) {
      assert.ok(!helps.has(help[1]), `${help[1]} has two HELP lines`)
      helps.set(help[1], help[2])
    } else if (type?.[1] !== undefined && type[2] !== undefined) {
      assert.ok(!types.has(type[1]), `${type[1]} has two TYPE lines`)
      types.set(type[1], type[2])
    } else {
      const [name, value] = sampleIn(line)
      const family = familyOf(name, types)
      assert.ok(family !== undefined && helps.has(family), `no HELP and TYPE before: ${line}`)
      assert.ok(!samples.has(name), `twice: ${name}`)
      samples.set(name, value)
    }
  }
  checkHistograms(samples, types)
  return { samples, names: [...types.keys()] }
}

export interface Exposition {
  /** By name and labels in the order of their names: `selfbill_legs{corner="C3",state="due"}`. */
  readonly samples: ReadonlyMap<string, number>
  /** The name without the suffixes of histograms. */
  readonly names: readonly string[]
}

const labelSyntax = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y

function sampleIn(line: string): readonly [name: string, value: number] {
  const parts = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|Nan|[+-]Inf|[+-]?[0-9.]+(?:e[+-]?[0-9]+)?)$/.exec(line)
  assert.ok(parts, `no sample: ${line}`)
  const [, name = '', labels = '', value = ''] = parts
  const read: string[] = []
  labelSyntax.lastIndex = 0
  for (let at = 0; at < labels.length; at = labelSyntax.lastIndex) {
    labelSyntax.lastIndex = at
    const label = labelSyntax.exec(labels)
    assert.ok(label, `no labels: ${line}`)
    read.push(`${label[1]}="${label[2]}"`)
  }
  const number = value.endsWith('Inf') ? Number(`${value}inity`) : Number(value)
  return [read.length === 0 ? name : `${name}{${read.toSorted().join(',')}}`, number]
}

function familyOf(sample: string, types: ReadonlyMap<string, string>): string | undefined {
  const name = sample.replace(/\{.*/, '')
  if (types.has(name)) return name
  const stem = name.replace(/_(bucket|sum|count)$/, '')
  return ['histogram', 'summary'].includes(types.get(stem) ?? '') ? stem : undefined
}

/** Buckets never fall, and the last one equals the count. */
function checkHistograms(samples: ReadonlyMap<string, number>, types: ReadonlyMap<string, string>): void {
  const last = new Map<string, { le: number; count: number }>()
  for (const [sample, count] of samples) {
    const name = sample.replace(/\{.*/, '')
    if (!name.endsWith('_bucket') || types.get(name.slice(0, -'_bucket'.length)) !== 'histogram') continue
    const le = /le="([^"]*)"/.exec(sample)?.[1] ?? ''
    const series = sample
      .replace('_bucket{', '_count{')
      .replace(/,?le="[^"]*"/, '')
      .replace('{,', '{')
      .replace('{}', '')
    const before = last.get(series)
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
    if (before) assert.ok(before.le < bound && before.count <= count, `buckets fall: ${sample}`)
    last.set(series, { le: bound, count })
  }
  for (const [series, { le, count }] of last) {
    assert.equal(le, Number.POSITIVE_INFINITY, `no last bucket: ${series}`)
    assert.equal(samples.get(series), count, `the count is not that of the last bucket: ${series}`)
  }
}
