import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeListNamed, namedUnits, unitName } from '@selfbill/pint-ae/code-lists'
import { unitsFound } from './unit-search.ts'
import { unitWords } from './unit-words.ts'

const all = codeListNamed('units')?.codes.map(({ code }) => code) ?? []

test('both names of a unit that the rules allow find it among the first', () => {
  const named = namedUnits().filter((code) => all.includes(code))
  assert.ok(named.length > 120)
  assert.deepEqual(
    namedUnits().filter((code) => !all.includes(code)),
    ['HAR'],
    'documents from elsewhere may have it',
  )
  for (const code of named) {
    for (const name of [unitName(code, 'en'), unitName(code, 'ar')]) {
      assert.ok(unitsFound(name).slice(0, 8).includes(code), `${code}: ${name}`)
    }
  }
  for (const [code, { en, ar }] of Object.entries(unitWords)) {
    for (const name of [en, ar].map(String)) assert.ok(unitsFound(name).slice(0, 8).includes(code), `${code}: ${name}`)
  }
})

test('each code finds its unit first, in any case', () => {
  assert.ok(all.length > 2000)
  for (const code of all) assert.equal(unitsFound(code.toLowerCase()).includes(code), true, code)
  assert.deepEqual(
    ['kgm', 'XBX', '4l', 'E48'].map((code) => unitsFound(code)[0]),
    ['KGM', 'XBX', '4L', 'E48'],
  )
})

test('a part of a name, another spelling and letters that people interchange find a unit', () => {
  const first = (text: string) => unitsFound(text)[0]
  assert.deepEqual(['kg', 'Sq. M', 'm2', 'litres', 'lump', 'كيلوجرام', 'صندوق'].map(first), [
    'KGM',
    'MTK',
    'MTK',
    'LTR',
    'LS',
    'KGM',
    'XBX',
  ])
  assert.ok(unitsFound('طنّ').includes('TNE'))
  assert.ok(unitsFound('ساعه').includes('HUR'))
  assert.ok(unitsFound('gallon').includes('GLL') && unitsFound('gallon').includes('GLI'))
  assert.deepEqual(unitsFound('no such unit'), [])
})
