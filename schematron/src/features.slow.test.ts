import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { FeatureCase } from '../../test/support/rules/feature-case.ts'
import { featureCases } from '../../test/support/rules/feature-cases.ts'
import { secondEngine } from '../../test/support/rules/second-engine.ts'
import { compileSchema, type Finding, type Schema, type SchematronFile } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import type { Element } from './xml/element.ts'
import { attributeStep } from './xml/location.ts'
import { readJudged } from './xml/read.ts'

// Each feature of schemas has a table of documents with their findings. The compiled schema, the
// reference engine and SaxonJS must all give these findings, with their messages and diagnostics.

for (const one of featureCases) {
  test(`${one.feature}: three engines find the same`, () => {
    const counts = Object.values(one.documents).map((findings) => findings.length)
    assert.ok(Math.min(...counts) === 0 && Math.max(...counts) > 0, 'a document must fire and one must not')
    const ours = engines(one)
    const second = secondEngine(one.schema, { ...one, withMessages: true })
    atTime(one.now ?? '2026-01-01T00:00:00Z', () => {
      for (const [document, expected] of Object.entries(one.documents)) {
        const root = readJudged(document)
        for (const [name, schema] of Object.entries(ours))
          assert.deepEqual(textsOf(schema, root), expected, `${name}: ${document}`)
        assert.deepEqual(second.findings(root), expected, `SaxonJS: ${document}`)
      }
    })
  })
}

test('every query binding gives the findings of the same stylesheet', () => {
  const [first] = featureCases
  for (const binding of ['xslt', 'xslt2', 'XPath', 'xpath2', undefined]) {
    const attribute = binding === undefined ? '' : `queryBinding="${binding}"`
    const schema = first.schema.replace('queryBinding="xslt2"', attribute)
    assert.ok(binding === 'xslt2' || schema !== first.schema)
    for (const engine of Object.values(engines({ ...first, schema })))
      for (const [document, expected] of Object.entries(first.documents))
        assert.deepEqual(textsOf(engine, readJudged(document)), expected, `${binding}: ${document}`)
  }
})

function engines({ schema, files = {}, phase, parameters = {}, encoding = 'utf8', now }: FeatureCase) {
  const load = (href: string): SchematronFile | undefined => {
    const text = files[href]
    return text === undefined ? undefined : { name: href, bytes: Buffer.from(text, encoding) }
  }
  const options = {
    load,
    parameters,
    ...(phase === undefined ? {} : { phase }),
    ...(now === undefined ? {} : { now: () => new Date(now) }),
  }
  const sources = [{ name: 'main.sch', bytes: Buffer.from(schema, encoding) }]
  return { compiled: compileSchema(sources, options), reference: interpretSchema(sources, options) }
}

/** SaxonJS reads the clock and the time zone of the process. */
function atTime(now: string, act: () => void): void {
  const zone = process.env.TZ
  process.env.TZ = 'UTC'
  mock.timers.enable({ apis: ['Date'], now: new Date(now) })
  try {
    act()
  } finally {
    mock.timers.reset()
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}

/** The findings in the form of the second engine. */
function textsOf(schema: Pick<Schema, 'assertions' | 'evaluate'>, root: Element): string[] {
  const places = new Map<Element, number>()
  const visit = (element: Element): void => {
    places.set(element, places.size)
    for (const child of element.children) visit(child)
  }
  visit(root)
  return schema
    .evaluate(root)
    .map(({ assertion, element, attribute, piece, message, diagnostics = [], error }: Finding) => {
      const label = assertion.id === '' ? `#${schema.assertions.indexOf(assertion) + 1}` : assertion.id
      const part = piece === undefined ? attributeStep(attribute) : `/${piece}`
      const texts = diagnostics.map(({ text }) => ` [${text}]`).join('')
      return `${label}@${places.get(element) ?? '/'}${part}${error === undefined ? '' : ' error'} ${message}${texts}`
    })
}
