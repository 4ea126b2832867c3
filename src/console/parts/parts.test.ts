import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SelfbillError } from '../../../client/src/errors.ts'
import { sayIn } from '../language/language.ts'
import { addressWith } from './address.ts'
import { choice, field, longText } from './field.ts'
import { endOfDay } from './filters.ts'
import { otherProblems } from './other-problems.ts'
import { pager } from './pager.ts'
import { table } from './table.ts'

test('a field joins label, hint and message to its control', () => {
  const shown = String(field('a.b[0]', 'City', { value: '<x>', hint: 'h', problem: 'p', isRequired: true }))
  assert.match(shown, /<label for="f-a-b-0-">City/)
  assert.match(shown, /<input id="f-a-b-0-" name="a\.b\[0\]" type="text" value="&#60;x&#62;" required=""/)
  assert.match(shown, /aria-invalid="true" aria-describedby="f-a-b-0--hint f-a-b-0--problem"/)
  assert.doesNotMatch(String(field('name', 'Name')), /required|aria-|value|maxlength/)
})

test('a day ends a day later, and one that does not exist is left to the API', () => {
  assert.equal(endOfDay('2024-02-29'), '2024-02-29T20:00:00.000Z')
  assert.equal(endOfDay('2026-02-30'), '2026-02-30T00:00:00+04:00')
  assert.equal(endOfDay(undefined), undefined)
})

test('a choice marks its value, and a long text keeps its first line end', () => {
  const choices = [
    { value: '', label: '–' },
    { value: 'DXB', label: 'Dubai' },
  ]
  assert.match(String(choice('e', 'Emirate', choices, { value: 'DXB' })), /<option value="DXB" selected="">Dubai</)
  assert.match(String(longText('t', 'Text', { value: '\n</textarea>' })), />\n\n&#60;\/textarea&#62;<\/textarea>/)
})

test('a table names its cells for narrow screens and its rows for screen readers', () => {
  const shown = String(
    table(
      'Parts',
      [
        { title: 'Name', isHead: true, cell: (row: string) => row },
        { title: 'Length', align: 'figure', cell: ({ length }) => length },
      ],
      ['<b>'],
    ),
  )
  assert.match(
    shown,
    /<th scope="row" data-title="Name"><div>&#60;b&#62;<\/div><\/th><td class="figure" data-title="Length"><div>3</,
  )
})

test('filters live in the address', () => {
  assert.equal(
    addressWith('/console/documents?status=A&page=2', { page: undefined, text: 'a b&c' }),
    '/console/documents?status=A&text=a+b%26c',
  )
})

test('a pager leads to the pages that exist', () => {
  const visit = { say: sayIn('en'), address: '/console/x?y=1&page=0' }
  assert.equal(pager(visit, { page: 0, pages: 1 }), undefined)
  const first = String(pager(visit, { page: 0, pages: 2 }))
  assert.match(first, /rel="next" href="\/console\/x\?y=1&#38;page=1"/)
  assert.doesNotMatch(first, /rel="prev"/)
})

test('messages without a field of the form are shown once', () => {
  const refusal = new SelfbillError(400, '2 wrong', { name: 'is missing', tin: 'is wrong' })
  assert.equal(
    String(otherProblems(refusal, ['name'])),
    '<ul class="problems"><li><code>tin</code> <bdi>is wrong</bdi></li></ul>',
  )
  assert.equal(otherProblems(refusal, ['name', 'tin']), undefined)
  assert.match(String(otherProblems(new SelfbillError(409, 'taken', {}), ['name'])), /<bdi>taken<\/bdi>/)
})
