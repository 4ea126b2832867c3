import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonValue } from '@selfbill/pint-ae/json'
import { sayIn } from '../../language/language.ts'
import { jsonText } from './edit-json.ts'
import { exampleOf } from './example.ts'
import { pastedCells } from './pasted-cells.ts'
import { linesOfFormMax, withPasted } from './pasted-lines.ts'
import { formOf, lineCount } from './request-of.ts'

const family = 'purchase-invoices'
const nothing: JsonValue = new Map<string, JsonValue>()

test('cells are read as spreadsheets copy them, with line ends and tabs in quotes', () => {
  assert.deepEqual(pastedCells('a\tb\n"c\nd"\t"e ""f"""\n'), [
    ['a', 'b'],
    ['c\nd', 'e "f"'],
  ])
  assert.deepEqual(pastedCells('3" pipe\t1\n"open\t2'), [
    ['3" pipe', '1'],
    ['"open', '2'],
  ])
  assert.deepEqual(pastedCells('\t\n\n'), [])
})

test('rows without a head are lines in the order of the form', () => {
  const { request, lines } = pasted(nothing, 'Bolt\tM8\t20\tEA\t1.25\tZ\nNut\tM8\t5\tEA\t0.50')
  assert.deepEqual(lines, [0, 1])
  assert.equal(text(request, 0, 'price.base_amount'), '1.25')
  assert.equal(text(request, 0, 'classified_tax_category.id'), 'Z')
  assert.equal(text(request, 1, 'price.base_amount'), '0.50')
  assert.equal(text(request, 1, 'classified_tax_category.id'), 'S')
})

test('a first row names the columns, in either language or as the API does', () => {
  for (const head of ['Unit price\tItem', 'price.base_amount\tname', 'PRICE\tproduct', 'سعر الوحدة\tname']) {
    const { request } = pasted(nothing, `${head}\n7.5\tBolt`)
    assert.equal(lineCount(request), 1, head)
    assert.equal(text(request, 0, 'name'), 'Bolt', head)
    assert.equal(text(request, 0, 'price.base_amount'), '7.5', head)
  }
  assert.deepEqual(refused('Item\tQuantity\tColour\nBolt\t1\tred'), ['Column 3: “Colour” names no field of a line.'])
})

test('a number that can be read in two ways is refused by its cell, and nothing is added', () => {
  const nut = (number: string) => `Item\tQuantity\nBolt\t1\nNut\t${number}`
  assert.deepEqual(refused(nut('1,500')), [
    'Row 3, Quantity: “1,500” can be 1500 or 1.500. Write it in one of these ways.',
  ])
  const meant = { '1,5': '1.5', '1,500.25': '1500.25', '1 500': '1500', '1\u00a0500': '1500', '١٬٥٠٠٫٢٥': '1500.25' }
  for (const [number, value] of Object.entries(meant)) {
    assert.equal(text(pasted(nothing, nut(number)).request, 1, 'quantity'), value)
  }
  assert.deepEqual(refused(nut("1'500")), ["Row 3, Quantity: “1'500” is not a number."])
  assert.deepEqual(refused('Bolt\tM8\tmany'), ['Row 1, Quantity: “many” is not a number.'])
  assert.deepEqual(refused('Bolt\tM8\t1\tEA\t1\tX9'), ['Row 1, VAT category: “X9” is not one of the choices.'])
})

test('rows follow the lines that are filled in, or overwrite from the cell they were pasted into', () => {
  const example = exampleOf(family, '2026-07-15')
  assert.deepEqual(pasted(example, 'Bolt\tM8\t1').lines, [1])
  const into = pasted(example, '7\n8', 'document_lines[0].quantity')
  assert.deepEqual(into.lines, [0, 1])
  assert.equal(text(into.request, 0, 'quantity'), '7')
  assert.equal(text(into.request, 0, 'name'), 'Steel brackets')
  assert.equal(text(into.request, 1, 'quantity'), '8')
  const party = formOf(into.request, family, []).text('accounting_supplier_party.name')
  assert.equal(party, 'Gulf Metals Trading', 'the rest of the form stays')
})

test('a form holds a limit of lines, and empty text adds nothing', () => {
  const many = Array.from({ length: linesOfFormMax + 1 }, (_, at) => `No ${at}`).join('\n')
  assert.match(refused(many)[0] ?? '', /^A form has at most/)
  assert.equal(pasted(nothing, many.slice(0, many.lastIndexOf('\n'))).lines.length, linesOfFormMax)
  assert.deepEqual(refused('Item\tQuantity'), ['There is no row to add.'])
})

function pasted(request: JsonValue, typed: string, into?: string) {
  const made = withPasted(request, family, { text: typed, into })
  if ('problems' in made) throw new Error(made.problems.map((problem) => problem(sayIn('en'))).join())
  return made
}

/** The problems of a paste, without the marks around values. */
function refused(typed: string): readonly string[] {
  const made = withPasted(nothing, family, { text: typed, into: undefined })
  assert.ok('problems' in made, jsonText('request' in made ? made.request : nothing))
  return made.problems.map((problem) => problem(sayIn('en')).replaceAll(/[\u2066-\u2069]/g, ''))
}

function text(request: JsonValue, line: number, member: string): string | undefined {
  return formOf(request, family, [line]).text(`document_lines[${line}].${member}`)
}
