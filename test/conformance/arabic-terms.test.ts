import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { wordsIn } from '@selfbill/pint-ae/page'
import { unitName } from '../../pint-ae/src/codelists/units.ts'
import { draftWords } from '../../src/console/pages/drafts/draft-words.ts'
import { unitWords } from '../../src/console/pages/drafts/unit-words.ts'

// A thing has one Arabic name: on the printed page, in the console, and in messages.

const print = wordsIn('ar')

test('the console and the printed page have the same Arabic name for a code', () => {
  const names: Readonly<Record<string, string>> = {
    ...print.exemptions,
    ...print.natures,
    ...print.reasons,
    ...print.categories,
  }
  const compared = Object.entries(draftWords).flatMap(([key, { ar }]) => {
    const name = names[key.replace(/^vat(?=[A-Z]+$)/, '')]
    return name === undefined ? [] : [[key, bare(String(ar)).replace(' (5 %)', ''), bare(name)] as const]
  })
  assert.ok(compared.length >= 14, String(compared.length))
  for (const [key, console, page] of compared) assert.equal(console, page, key)
})

test('a unit has the same Arabic name in the form and on the page', () => {
  for (const [code, { ar }] of Object.entries(unitWords)) assert.equal(unitName(code, 'ar'), ar, code)
})

test('terms that nobody in the trade uses are nowhere', () => {
  const old = [
    'الهيئة الضريبية',
    'إشعار الويب',
    'إشعارات الويب',
    'إشعار ويب',
    'ملف الأعمال',
    'ملفات الأعمال',
    'متلقي السلع',
    'يذكر مخططه',
  ]
  const files = globSync(['src/**/*.ts', 'pint-ae/src/**/*.{ts,json}'], { exclude: ['**/*.test.ts'] })
  assert.ok(files.length > 500)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const term of old) assert.ok(!text.includes(term), `${file}: ${term}`)
  }
})

/** Without the vowel signs, which the printed page leaves out. */
function bare(text: string): string {
  return text.replaceAll(/[\u064b-\u0652]/g, '')
}
