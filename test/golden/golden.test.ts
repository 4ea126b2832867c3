import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { taxDataAgain } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { xsdAvailable, xsdErrors } from '../support/xml/xsd.ts'
import { type Example, exampleNames, folder, issuedExample } from './examples.ts'
import { prettyJson, prettyXml } from './pretty.ts'

// Every example with its results as reviewable files: the answer, the UBL document, the tax data
// document and the findings. `npm run golden` writes them again.

const cases = new URL('cases/', import.meta.url)
const isWriting = process.env.GOLDEN === 'write'
const names = exampleNames()
const examples = new Map(names.map((name) => [name, issuedExample(name)]))

if (isWriting) rmSync(cases, { recursive: true, force: true })

for (const [name, example] of examples) {
  test(`${name} becomes the recorded document`, () => {
    for (const [file, text] of filesOf(name, example)) {
      const path = new URL(`${name}/${file}`, cases)
      if (isWriting) {
        mkdirSync(new URL('.', path), { recursive: true })
        writeFileSync(path, text)
      }
      assert(existsSync(path), `${path.pathname} is missing: npm run golden`)
      assert.equal(
        text,
        readFileSync(path, 'utf8'),
        `${name}/${file} has changed: npm run golden, and read the difference`,
      )
    }
  })
}

test('every golden case has its example', () => {
  assert.deepEqual(readdirSync(cases).sort(), names)
})

test('every example is valid against the UBL schema', { skip: !xsdAvailable() }, () => {
  for (const [name, { root, record }] of examples) {
    assert.deepEqual(xsdErrors(record.ubl, root), [], name)
  }
})

test('only the example that breaks rules has findings', () => {
  assert(names.length >= 15)
  for (const [name, { record }] of examples) {
    const { findings } = record
    if (name !== 'breaks-rules') assert.deepEqual(findings, [], name)
    else assert(findings.filter(({ flag }) => flag === 'fatal').length >= 4, 'breaks-rules breaks too few')
  }
})

test('resubmitted and withdrawn reports have no findings', async () => {
  const rulebook = await openRulebook({ gaps: true })
  const files = [...examples].flatMap(([name, { record }]) => reportsAgain(name, record))
  assert.equal(files.length, 4)
  for (const [file, text] of files) assert.deepEqual(rulebook.judge(readXml(text), 'tdd'), [], file)
})

test("the examples' README describes every example", () => {
  const readme = readFileSync(new URL('README.md', folder), 'utf8')
  for (const name of [...names, 'business-profile']) assert(readme.includes(`[${name}.json](${name}.json)`), name)
})

function filesOf(name: string, { record }: Example): readonly (readonly [file: string, text: string])[] {
  const findings = ['findings.json', prettyJson(JSON.stringify(record.findings))] as const
  if (record.ubl.length > reviewedCharactersMax) return [findings, ['digests.txt', digestsOf(record)]]
  return [
    ['response.json', prettyJson(withoutDigest(record.answer))],
    ['document.xml', prettyXml(record.ubl)],
    ...(record.taxData === null ? [] : [['tdd.xml', prettyXml(record.taxData)] as const]),
    ...reportsAgain(name, record),
    findings,
  ]
}

/** The digest changes with every rule; the recorded documents need not. */
function withoutDigest(answer: string): string {
  return answer.replace(/"digest":"[0-9a-f]{16}"/, '"digest":"…"')
}

/** How two examples are reported again and withdrawn; the other examples would add nothing. */
function reportsAgain(
  name: string,
  { taxData }: Example['record'],
): readonly (readonly [file: string, text: string])[] {
  if (!['purchase-invoice', 'credit-note-in-euros'].includes(name) || taxData === null) return []
  const again = { issuedAt: Date.UTC(2026, 7, 3, 12, 0), senderSpid: '000001', c5ReceiverId: '000006-TESTBED.3001' }
  return [
    ['tdd-resubmitted.xml', prettyXml(writeXml(taxDataAgain(readXml(taxData), { type: 'R', ...again })))],
    ['tdd-withdrawn.xml', prettyXml(writeXml(taxDataAgain(readXml(taxData), { type: 'W', ...again })))],
  ]
}

/** Nobody reviews a thousand lines: for a large document only digests and totals are kept. */
const reviewedCharactersMax = 100_000

function digestsOf({ answer, ubl, taxData, figures }: Example['record']): string {
  const digests = Object.entries({ answer: withoutDigest(answer), ubl, taxData: taxData ?? '' }).map(
    ([what, text]) => `${what} ${createHash('sha256').update(text).digest('hex')}`,
  )
  return `${digests.join('\n')}\npayable ${figures.payableAmount}\nVAT ${figures.taxAmount}\n`
}
