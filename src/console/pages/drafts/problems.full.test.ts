import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Family, familyOfRequest } from '@selfbill/pint-ae/document'
import { makeJudgedDocument, systemIds } from '@selfbill/pint-ae/draft'
import { type JsonValue, jsonText, readJson, stepsOf, withoutValue, withValue } from '@selfbill/pint-ae/json'
import type { RuleFinding } from '@selfbill/pint-ae/rulebook'
import { effort } from '../../../../test/support/effort.ts'
import { aProfileParty } from '../../../../test/support/requests/issued.ts'
import { openRulebook } from '../../../rules/open-rulebook.ts'
import { problemsIn } from './problems.ts'

// Every member of every example is taken away or gets another value: one fault. What a person has
// to correct is then one problem.

const rulebook = await openRulebook({ gaps: true })

test('one fault shows as one problem', () => {
  const shown = new Map<string, number>()
  let merged = 0
  for (const { family, request } of examples()) {
    const before = new Set(fatalOf(family, request).map(keyOf))
    for (const path of pathsIn(request)) {
      for (const [turn, faulty] of faultsAt(request, path).entries()) {
        if ((turn + path.length) % 4 !== 0 && effort !== 'long') continue
        const found = fatalOf(family, faulty).filter((finding) => !before.has(keyOf(finding)))
        if (found.length < 2) continue
        const problems = problemsIn(found.map((finding) => ({ ...finding, fix: null })))
        merged += found.length - problems.length
        if (problems.length > 1) {
          const key = problems.map(({ rules }) => rules.join('=')).sort()
          shown.set(key.join(' '), (shown.get(key.join(' ')) ?? 0) + 1)
        }
      }
    }
  }
  assert.deepEqual([...shown.keys()].filter((rules) => !several.some((one) => one.test(rules))).sort(), [])
  assert.ok(merged > 20, `only ${merged}`)
})

/** One edit that leaves several things to do, each with a correction of its own. */
const several: readonly RegExp[] = [
  // Reverse charge asks for the type of goods and for a GTIN.
  /\bIBR-166-AE IBR-174-AE/,
  // A flag asks for what its transaction needs, and for what the former one could do without.
  /\bIBR-(116|138|142|157|191)-AE\b/,
]

test('findings of different lines or with different flags stay apart', () => {
  const finding = (reasonCode: string, field: string | null, flag = 'fatal') => ({
    flag,
    reasonCode,
    text: '',
    location: '',
    test: '',
    field,
    value: null,
    fix: null,
    official: true,
  })
  const rules = (...findings: readonly ReturnType<typeof finding>[]) => problemsIn(findings).map((one) => one.rules)
  const code = 'additional_item_identification'
  const [first, second] = [`document_lines[0].${code}`, `document_lines[1].${code}`]
  assert.deepEqual(rules(finding('IBR-185-AE', first), finding('IBR-189-AE', first)), [['IBR-185-AE', 'IBR-189-AE']])
  assert.deepEqual(rules(finding('IBR-185-AE', first), finding('IBR-189-AE', second)), [['IBR-185-AE'], ['IBR-189-AE']])
  assert.equal(rules(finding('IBR-190-AE', null), finding('ALIGNED-IBRP-S-05', 'document_lines[0].x')).length, 1)
  assert.equal(rules(finding('IBR-185-AE', first), finding('IBR-189-AE', first, 'warning')).length, 2)
  assert.equal(rules(finding('IBR-CL-23', first), finding('IBR-CL-23', first)).length, 2)
})

function examples() {
  const folder = new URL('../../../../examples/', import.meta.url)
  const names = readdirSync(folder).filter((name) => /^(invoice|credit-note|sales|purchase)-.*\.json$/.test(name))
  return names.map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { family: familyOfRequest(text), request: readJson(text) }
  })
}

function fatalOf(family: Family, request: JsonValue): readonly RuleFinding[] {
  const made = makeJudgedDocument(
    {
      family,
      text: jsonText(request),
      profile: aProfileParty(),
      documentNumber: 'N-1',
      issuedAt: Date.UTC(2026, 10, 1),
      serviceProviderId: '0242:000001',
      authorityId: '0242:000006-TESTBED.3001',
    },
    rulebook,
    systemIds,
  )
  return 'judged' in made ? made.judged.findings.filter(({ flag }) => flag === 'fatal') : []
}

function keyOf({ reasonCode, field }: RuleFinding): string {
  return `${reasonCode} ${field}`
}

/** Every member, and the first two items of every list. */
function pathsIn(value: JsonValue, path = ''): readonly string[] {
  const inner =
    value instanceof Map
      ? [...value].map(([name, member]) => [path === '' ? name : `${path}.${name}`, member] as const)
      : Array.isArray(value)
        ? value.slice(0, 2).map((item, at) => [`${path}[${at}]`, item] as const)
        : []
  return [...(path === '' ? [] : [path]), ...inner.flatMap(([at, member]) => pathsIn(member, at))]
}

function faultsAt(request: JsonValue, path: string): readonly JsonValue[] {
  const steps = stepsOf(path) ?? []
  const values = [...texts, ...['0', '7', '0.001'].map((text) => readJson(text))]
  return [withoutValue(request, steps), ...values.map((value) => withValue(request, steps, value))]
}

/** Codes of many members, and a text that no list has. */
const texts = [
  ...['x', 'B', 'S', 'E', 'O', 'Z', 'AE', 'N', 'USD', 'XX', '0088', '2020-01-01'],
  ...['10000000', '01000000', '00100000', '00010000', '00001000', '00000010', '00000001'],
]
