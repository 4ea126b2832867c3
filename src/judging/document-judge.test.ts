import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { readXml } from '@selfbill/schematron/read-xml'
import { patternOf, schemaOf, ublOf, writeRuleBooks } from '../../test/support/rules/rule-books.ts'
import { openRulebook } from '../rules/open-rulebook.ts'
import { readBookFolders } from './book-folder.ts'
import { DocumentJudge } from './document-judge.ts'

// Rule books of an operator, read from folders that the tests write.

const rulebook = await openRulebook({ gaps: true })

describe('rule books', () => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'selfbill-rule-books-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const manifest = { version: '1', customization_ids: ['urn:a'] }
  const hasId = schemaOf(patternOf('/*', '<assert id="A-1" flag="fatal" test="cbc:ID">An id.</assert>'))

  /** The files of the last call, and no others. */
  function judgeOf(files: Parameters<typeof writeRuleBooks>[1], now = '2026-01-01'): DocumentJudge {
    rmSync(directory, { recursive: true, force: true })
    writeRuleBooks(directory, files)
    return new DocumentJudge(rulebook, readBookFolders(directory), () => new Date(now))
  }

  function judged(judge: DocumentJudge, xml: string) {
    const result = judge.judge(readXml(xml))
    assert.ok(result.kind === 'judged')
    return result
  }

  const codesOf = (judge: DocumentJudge, xml: string) =>
    judged(judge, xml).findings.map(({ flag, reasonCode }) => `${flag} ${reasonCode}`)

  const unknown = (judge: DocumentJudge, xml: string) => {
    const result = judge.judge(readXml(xml))
    assert.ok(result.kind === 'unknown')
    return `${result.field}: ${inEnglish(result.reason)}`
  }

  /** The message of a folder that is refused, from reading it or from compiling it. */
  function refusal(files: Parameters<typeof writeRuleBooks>[1]): string {
    try {
      return judgeOf(files).problems().join('\n')
    } catch (error) {
      assert.ok(error instanceof Error && error.name === 'SchematronError', String(error))
      return error.message
    }
  }

  test('a document is judged by the book of its customisation id, which the verdict names', () => {
    const judge = judgeOf({
      'a/rulebook.json': { ...manifest, name: 'Book A', version: '3.1' },
      'a/a.sch': hasId,
      'b/rulebook.json': { version: '2', customization_ids: ['urn:b', 'urn:c'], roots: ['Order'] },
      'b/b.sch': schemaOf(patternOf('o:Order', '<report id="B-1" flag="warning" test="true()">An order.</report>')),
    })
    assert.deepEqual(judge.problems(), [])
    const invoice = judged(judge, ublOf('Invoice', { id: ' urn:a\n' }))
    assert.deepEqual({ ...invoice.judge, digest: '' }, { name: 'Book A', version: '3.1', digest: '' })
    assert.match(invoice.judge.digest, /^[0-9a-f]{16}$/)
    assert.deepEqual(invoice.findings, [
      {
        flag: 'fatal',
        reasonCode: 'A-1',
        text: 'An id.',
        location: '/Invoice',
        test: 'cbc:ID',
        field: null,
        value: null,
        fix: null,
        official: true,
      },
    ])
    assert.deepEqual(codesOf(judge, ublOf('CreditNote', { id: 'urn:a' }, '<cbc:ID>1</cbc:ID>')), [])
    for (const id of ['urn:b', 'urn:c']) assert.deepEqual(codesOf(judge, ublOf('Order', { id })), ['warning B-1'])
    assert.equal(judged(judge, ublOf('Order', { id: 'urn:b' })).judge.name, 'b')
  })

  test('an unknown id, root or namespace is named, with those that are known', () => {
    const judge = judgeOf({ 'a/rulebook.json': manifest, 'a/a.sch': hasId })
    const known =
      'known: urn:peppol:pint:selfbilling-1@ae-1, urn:peppol:pint:billing-1@ae-1, urn:peppol:taxdata:ae-1, ' +
      'urn:peppol:edec:mls:1.0, urn:a'
    const header = 'cbc:CustomizationID'
    for (const id of ['urn:A', 'urn:a:1', 'urn'])
      assert.equal(unknown(judge, ublOf('Invoice', { id })), `${header}: No rule book judges ${header} ${id}; ${known}`)
    for (const xml of [ublOf('Invoice', {}), ublOf('Invoice', { id: ' ' }), '<x/>'])
      assert.equal(unknown(judge, xml), `${header}: ${header} is missing, so no rule book can be chosen; ${known}`)
    for (const xml of [ublOf('Order', { id: 'urn:a' }), ublOf('Invoice', { id: 'urn:a' }, '', 'urn:other')])
      assert.match(unknown(judge, xml), /^\/\w+: The rule books for urn:a judge Invoice, CreditNote of UBL 2, not /)
    const long = unknown(judge, ublOf('Invoice', { id: 'x'.repeat(10_000) }))
    assert.ok(long.length < 600, String(long.length))
  })

  test('books may share an id where their profiles or roots differ', () => {
    const bookOf = (id: string) =>
      schemaOf(patternOf('/*', `<report id="${id}" flag="warning" test="true()">Seen.</report>`))
    const judge = judgeOf({
      'a/rulebook.json': { ...manifest, profile_ids: ['urn:p1'] },
      'a/a.sch': bookOf('P1'),
      'b/rulebook.json': { ...manifest, profile_ids: ['urn:p2', 'urn:p3'] },
      'b/b.sch': bookOf('P2'),
      'c/rulebook.json': { ...manifest, roots: ['Order'] },
      'c/c.sch': bookOf('ORDER'),
    })
    assert.deepEqual(judge.problems(), [])
    const codes = ['urn:p1', 'urn:p2', 'urn:p3'].map((profile) =>
      codesOf(judge, ublOf('Invoice', { id: 'urn:a', profile })),
    )
    assert.deepEqual(codes.flat(), ['warning P1', 'warning P2', 'warning P2'])
    assert.deepEqual(codesOf(judge, ublOf('Order', { id: 'urn:a' })), ['warning ORDER'])
    assert.equal(
      unknown(judge, ublOf('Invoice', { id: 'urn:a', profile: 'urn:p9' })),
      'cbc:ProfileID: No rule book judges cbc:ProfileID urn:p9; known: urn:p1, urn:p2, urn:p3',
    )
    assert.match(unknown(judge, ublOf('Invoice', { id: 'urn:a' })), /^cbc:ProfileID: cbc:ProfileID is missing/)
  })

  test('a book includes files, reads code lists and asks for the date', () => {
    const judge = judgeOf(
      {
        'a/rulebook.json': { ...manifest, files: ['main/a.sch'] },
        'a/main/a.sch': schemaOf(
          '<include href="../parts/p.sch"/>' +
            patternOf(
              'cbc:IssueDate',
              '<assert id="DATE" flag="fatal" test="xs:date(.) le current-date()">Not later.</assert>',
            ),
        ),
        'a/parts/p.sch':
          '<pattern xmlns="http://purl.oclc.org/dsdl/schematron"><rule context="cbc:ID">' +
          `<assert id="CODE" flag="fatal" test=". = document('codes.xml')/codes/code">Known.</assert></rule></pattern>`,
        'a/parts/codes.xml': '<codes><code>A</code><code>B</code></codes>',
      },
      '2026-03-01T12:00:00Z',
    )
    assert.deepEqual(judge.problems(), [])
    const codes = (id: string, date: string) =>
      codesOf(judge, ublOf('Invoice', { id: 'urn:a' }, `<cbc:ID>${id}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>`))
    assert.deepEqual(codes('A', '2026-02-28'), [])
    assert.deepEqual(codes('C', '2026-02-28'), ['fatal CODE'])
    assert.deepEqual(codes('B', '2026-03-03'), ['fatal DATE'])
  })

  test('severity comes from flag or role, a name from the place, the text has the diagnostics', () => {
    const rules = patternOf(
      '/',
      '<report test="true()">One.</report><report role="WARN" test="true()">Two.</report>' +
        '<report flag="information" test="true()">Three.</report><report flag="error" role="warning" test="true()">Four.</report>' +
        '<report id="five" role="warning" diagnostics="d" test="true()">Five.</report>',
    )
    const judge = judgeOf({
      'a/rulebook.json': manifest,
      'a/a.sch': schemaOf(`${rules}<diagnostics><diagnostic id="d">Why.</diagnostic></diagnostics>`),
    })
    const { findings } = judged(judge, ublOf('Invoice', { id: 'urn:a' }))
    assert.deepEqual(
      findings.map(({ flag, reasonCode, text, location }) => [flag, reasonCode, text, location].join(' ')),
      [
        'fatal RULE-1 One. /Invoice',
        'warning RULE-2 Two. /Invoice',
        'warning RULE-3 Three. /Invoice',
        'fatal RULE-4 Four. /Invoice',
        'warning FIVE Five. Why. /Invoice',
      ],
    )
  })

  test('a phase chooses patterns, and many findings are counted', () => {
    const patterns = [1, 2].map(
      (at) =>
        `<pattern id="p${at}"><rule context="cbc:Note"><assert id="N-${at}" test="false()">No.</assert></rule></pattern>`,
    )
    const judge = judgeOf({
      'a/rulebook.json': { ...manifest, phase: 'second' },
      'a/a.sch': schemaOf(`<phase id="second"><active pattern="p2"/></phase>${patterns.join('')}`),
    })
    const codes = codesOf(judge, ublOf('Invoice', { id: 'urn:a' }, '<cbc:Note>x</cbc:Note>'.repeat(1_005)))
    assert.deepEqual([codes.length, codes[0], codes.at(-1)], [1_001, 'fatal N-2', 'fatal MORE-FINDINGS'])
  })

  test('the digest changes with any file, and not with the name of the folder', () => {
    const digest = (files: Parameters<typeof writeRuleBooks>[1]) =>
      judged(judgeOf(files), ublOf('Invoice', { id: 'urn:a' })).judge.digest
    const first = digest({ 'a/rulebook.json': manifest, 'a/a.sch': hasId, 'a/codes/c.xml': '<a/>' })
    assert.equal(digest({ 'b/rulebook.json': manifest, 'b/a.sch': hasId, 'b/codes/c.xml': '<a/>' }), first)
    assert.notEqual(digest({ 'a/rulebook.json': manifest, 'a/a.sch': hasId, 'a/codes/c.xml': '<b/>' }), first)
  })

  const wrongFolders: readonly (readonly [string, Parameters<typeof writeRuleBooks>[1], RegExp])[] = [
    ['no book at all', { 'README.txt': '' }, /holds no rule book: a folder with a rulebook\.json$/],
    ['a file outside', { 'a/rulebook.json': manifest, 'a/a.sch': hasId, 'b.sch': hasId }, /^b\.sch belongs to no rule/],
    ['no manifest', { 'a/a.sch': hasId }, /^a has no rulebook\.json$/],
    ['no JSON', { 'a/rulebook.json': '{' }, /^a\/rulebook\.json is not JSON: /],
    ['no object', { 'a/rulebook.json': '[]' }, /^a\/rulebook\.json must be a JSON object$/],
    ['no members', { 'a/rulebook.json': {} }, /: version is missing\n.*: customization_ids is missing$/],
    ['an unknown member', { 'a/rulebook.json': { ...manifest, ids: [] } }, /: ids is unknown; the members are name, /],
    [
      'a wrong list',
      { 'a/rulebook.json': { ...manifest, customization_ids: [] } },
      /: customization_ids must be a list/,
    ],
    ['a number', { 'a/rulebook.json': { ...manifest, version: 1 } }, /: version must be a text that is not blank$/],
    [
      'a wrong root',
      { 'a/rulebook.json': { ...manifest, roots: ['ubl:Order'] } },
      /: roots must be local names .*ubl:Order$/,
    ],
    ['no rules', { 'a/rulebook.json': manifest }, /^a has no rule file \(\*\.sch\)$/],
    [
      'a missing file',
      { 'a/rulebook.json': { ...manifest, files: ['b.sch'] } },
      /^a\/rulebook\.json: files: there is no file a\/b\.sch in the rule book$/,
    ],
    [
      'an empty schema',
      { 'a/rulebook.json': manifest, 'a/a.sch': schemaOf('') },
      /^a: the rule files have no assertion$/,
    ],
    [
      'a rule that does not compile',
      { 'a/rulebook.json': manifest, 'a/a.sch': hasId.replace('cbc:ID', 'no-such(1)') },
      /^a\/a\.sch.*A-1.*no-such/,
    ],
    [
      'a phase that is not there',
      { 'a/rulebook.json': { ...manifest, phase: 'none' }, 'a/a.sch': hasId },
      /^a\/a\.sch.*none/,
    ],
    [
      'a file of another book',
      {
        'a/rulebook.json': manifest,
        'a/a.sch': schemaOf('<include href="../b/p.xml"/>'),
        'b/rulebook.json': { version: '1', customization_ids: ['urn:b'] },
        'b/b.sch': hasId,
        'b/p.xml': '<pattern xmlns="http://purl.oclc.org/dsdl/schematron"/>',
      },
      /^a\/a\.sch: include \.\.\/b\/p\.xml: there is no such file$/,
    ],
    [
      'two books for the same documents',
      { 'a/rulebook.json': manifest, 'a/a.sch': hasId, 'b/rulebook.json': manifest, 'b/b.sch': hasId },
      /^a\/rulebook\.json and b\/rulebook\.json: customization_ids: both have urn:a$/,
    ],
    [
      'an id of our own',
      {
        'a/rulebook.json': { version: '1', customization_ids: ['urn:peppol:pint:billing-1@ae-1'] },
        'a/a.sch': hasId,
      },
      /our own rules judge urn:peppol:pint:billing-1@ae-1; RULEBOOK_DIR replaces them/,
    ],
  ]

  for (const [what, files, message] of wrongFolders)
    test(`is refused: ${what}`, () => {
      assert.match(refusal(files), message)
    })

  test('all problems of all books are reported together', () => {
    const wrong = hasId.replace('cbc:ID', '1 +')
    const lines = refusal({
      'a/rulebook.json': manifest,
      'a/a.sch': wrong,
      'b/rulebook.json': { version: '1', customization_ids: ['urn:b'] },
      'b/b.sch': wrong,
    }).split('\n')
    assert.deepEqual(
      lines.map((line) => line.slice(0, 7)),
      ['a/a.sch', 'b/b.sch'],
    )
  })
})
