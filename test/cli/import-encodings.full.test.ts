import assert from 'node:assert/strict'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { possibleEncodings } from '../../src/document-files/possible-encodings.ts'
import { encodings, isSingleByte } from '../../src/encoding/encodings.ts'
import { documentsOf } from '../support/files/documents-of.ts'
import { commandLine, example, firstStart } from '../support/processes/command-line.ts'
import { aBuyer, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { encoded, repertoire } from '../support/text/encoded.ts'

// Files that are not UTF-8, that declare an encoding or separator, or that contain text damaged
// earlier.

const usual = { invoice_type_code: '389', profile_execution_id: '00000000' }

describe('imports in other encodings', () => {
  const { folder, selfbill: silently } = commandLine()
  before(() => firstStart(join(folder, 'data')))
  const selfbill = (args: readonly string[]) => silently(args, { LOG_LEVEL: 'silent' })
  const profile = ['--profile', 'BP-DEMO000001']
  const arabicCsv = async () => {
    const text = await readFile(example('import.csv'), 'utf8')
    return text.replaceAll('Blue Dhow Logistics', 'شركة الخليج للتجارة')
  }

  test('a CSV that is not UTF-8 is refused with the possible encodings, and imported with the right one', async () => {
    const file = join(folder, 'july.csv')
    await writeFile(file, encoded(await arabicCsv(), 'windows-1256'))
    const refused = await selfbill(['import', ...profile, file])
    assert.deepEqual({ code: refused.code, stdout: refused.stdout }, { code: 2, stdout: '' })
    assert.match(refused.stderr, /july\.csv: byte \d+, on line 2, is 0xD4, which is not valid utf-8\.$/m)
    assert.match(refused.stderr, /^State its encoding with --encoding, or save it as "CSV UTF-8"/m)
    assert.match(refused.stderr, /^ {2}windows-1256 {2}شركة الخليج للتجارة$/m)
    assert.match(refused.stderr, /^ {2}windows-1252 {2}ÔÑßÉ ÇáÎáíÌ ááÊÌÇÑÉ$/m)
    assert.doesNotMatch(refused.stderr, /^ {2}(utf-8|utf-16le|windows-1254) /m, 'no text, no heading, or the same text')
    assert.equal(existsSync(`${file}.progress`), false, 'nothing was begun')
    const imported = await selfbill(['import', ...profile, '--encoding', 'cp1256', file])
    assert.match(imported.stdout, /^2 issued, 0 of them with fatal findings; 0 refused$/m, imported.stderr)
    const other = await selfbill(['import', ...profile, '--encoding', 'windows-1252', file])
    assert.match(other.stderr, /belongs to another import \(another encoding\)/)
    await rm(`${file}.progress`)
    const anew = await selfbill(['import', ...profile, '--encoding', 'windows-1252', file])
    assert.match(anew.stdout, /^2 issued/m, 'other requests, not the same ones again')
  })

  test('an encoding that does not fit the file is refused', async () => {
    const file = join(folder, 'utf-8.csv')
    await writeFile(file, await arabicCsv())
    const cases = [
      [['--encoding', 'windows-1256'], /is UTF-8, not windows-1256: leave out --encoding/],
      [['--encoding', 'utf-16le'], /, which is not valid utf-16le\. It is UTF-8: leave out --encoding/],
      [['--encoding', 'klingon'], /--encoding must be one of utf-8, windows-1256, /],
    ] as const
    for (const [args, message] of cases) {
      const { code, stderr } = await selfbill(['import', ...profile, ...args, file])
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
  })

  test('NDJSON, profiles, requests, keys and transmission lists must be UTF-8; the error names the place', async () => {
    const request = encoded(jsonOf(aPurchaseInvoice({ note: 'شركة' })), 'windows-1256')
    const file = join(folder, 'request.ndjson')
    await writeFile(file, request)
    const party = join(folder, 'profile.json')
    await writeFile(party, encoded(jsonOf(aBuyer({ name: 'شركة' })), 'windows-1256'))
    for (const args of [
      ['import', ...profile, file],
      ['xml', file],
      ['profile', 'add', party],
      ['validate', '--profile', party, file],
      ['verify', '--keys', party, file],
      ['legs', '--unknown', party],
    ]) {
      const { code, stdout, stderr } = await selfbill(args)
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, args.join(' '))
      assert.match(stderr, /: byte \d+, on line 1, is 0xD4, which is not valid utf-8/, args.join(' '))
    }
    const stated = await selfbill(['import', ...profile, '--encoding', 'windows-1256', file])
    assert.match(stated.stderr, /--encoding is for CSV files: NDJSON is UTF-8/)
  })

  test('text that was damaged earlier is refused with its place', async () => {
    const file = join(folder, 'damaged.ndjson')
    const lines = ['as it was', 'da\ufffdaged', 'escaped'].map((note) => jsonOf(aPurchaseInvoice({ note })))
    await writeFile(file, lines.join('\n').replace('escaped', '\\uFFFD').replace('as it was', '\\\\\\\\ufffd'))
    const imported = await selfbill(['import', ...profile, file])
    assert.match(imported.stdout, /^1 issued, .* 2 refused$/m, imported.stderr)
    const refused = await readFile(`${file}.refused.ndjson`, 'utf8')
    assert.match(refused, /^\{"line":2,"status":400,.*Line 2: holds the replacement character U\+FFFD/m)
    assert.match(refused, /^\{"line":3,"status":400,.*Line 3: holds the replacement character U\+FFFD/m)
    const party = join(folder, 'damaged.json')
    await writeFile(party, jsonOf(aBuyer({ name: '\ufffd' })))
    const added = await selfbill(['profile', 'add', party])
    assert.equal(added.code, 2)
    assert.match(added.stderr, /damaged\.json: line 1 holds the replacement character U\+FFFD/)
    const table = join(folder, 'damaged.csv')
    await writeFile(table, 'document,note,line.name\n1,a,b\n2,a\ufffd,b\n')
    const documents = await documentsOf(table)
    assert.deepEqual(
      documents.map(({ problems }) => problems.length),
      [0, 1],
    )
    assert.match(documents[1]?.problems[0] ?? '', /^Row 3: note holds the replacement character U\+FFFD/)
  })

  test('commas, semicolons and tabs separate columns; a first line sep= names the separator', async () => {
    const rows = [
      ['document', 'note', 'line.name', 'line.description', 'line.quantity'],
      ['1', '"a;b,c\td"', 'x', '"say ""sep=;"""', '1'],
      ['2', 'plain', '"two\nlines"', 'z', '2'],
    ]
    const written: (readonly [separator: string, first: string])[] = [
      ...[',', ';', '\t'].map((separator) => [separator, ''] as const),
      ...[',', ';', '\t', '|'].map((separator) => [separator, `sep=${separator}\r\n`] as const),
      [';', '"sep=;"\n'],
    ]
    for (const [separator, first] of written) {
      for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256'] as const) {
        for (const mark of encoding === 'windows-1256' ? [''] : ['', '\ufeff']) {
          const file = join(folder, 'separated.csv')
          const text = mark + first + rows.map((row) => row.join(separator)).join('\r\n')
          await writeFile(file, encoded(text, encoding))
          const documents = await documentsOf(file, mark === '' ? encoding : undefined)
          const shift = first === '' ? 0 : 1
          assert.deepEqual(
            documents.map(({ line, problems, text }) => [line, problems, JSON.parse(text ?? '')]),
            [
              [
                2 + shift,
                [],
                {
                  ...usual,
                  note: 'a;b,c\td',
                  document_lines: [{ name: 'x', description: 'say "sep=;"', quantity: 1 }],
                },
              ],
              [
                3 + shift,
                [],
                { ...usual, note: 'plain', document_lines: [{ name: 'two\nlines', description: 'z', quantity: 2 }] },
              ],
            ],
            `${JSON.stringify(separator)} ${JSON.stringify(first)} ${encoding}`,
          )
        }
      }
    }
  })

  test('every character of every encoding survives in a cell', async () => {
    for (const encoding of encodings) {
      const text = isSingleByte(encoding) ? repertoire(encoding) : 'شركة 😀 \u0085\u2028\ufeff ﷺ'
      const file = join(folder, 'all.csv')
      await writeFile(file, encoded(`document,note\n1,"${text.replaceAll('"', '""')}"\n`, encoding))
      const [document] = await documentsOf(file, encoding)
      assert.equal(JSON.parse(document?.text ?? '').note, text, encoding)
    }
  })

  test('blanks around free text stay; around codes, dates and numbers they are dropped', async () => {
    const file = join(folder, 'blanks.csv')
    await writeFile(
      file,
      'document,note,issue_date,document_currency_code,line.name,line.quantity\n1,\u00a0 a ,2026-07-15 , AED,\ta, 1 \r\n1, ,,,b,2\n',
    )
    const [document, ...more] = await documentsOf(file)
    assert.deepEqual(more, [])
    assert.deepEqual(JSON.parse(document?.text ?? ''), {
      ...usual,
      note: '\u00a0 a ',
      issue_date: '2026-07-15',
      document_currency_code: 'AED',
      document_lines: [
        { name: '\ta', quantity: 1 },
        { name: 'b', quantity: 2 },
      ],
    })
  })

  test('NDJSON lines end with LF, CR LF or CR, even across chunks; U+2028 does not end a line', async () => {
    const file = join(folder, 'lines.ndjson')
    const note = 'a\u2028b\u2029c\u0085d'
    for (const end of ['\n', '\r\n', '\r']) {
      // Some line ends fall on the border of two pieces of 64 KiB.
      const lines = Array.from({ length: 40 }, (_, at) => JSON.stringify({ at, note: note + 'x'.repeat(8179 + at) }))
      await writeFile(file, [...lines, '', '{}'].join(end) + end)
      const documents = await documentsOf(file)
      assert.deepEqual(
        documents.map(({ line, text }) => [line, text]),
        [...lines.map((text, at) => [at + 1, text]), [42, '{}']],
      )
    }
  })

  test('encodings that read the same text are shown once; one without our headings is left out', async () => {
    const file = join(folder, 'readings.csv')
    await writeFile(file, encoded('document,note\n1,caf\u00e9\n', 'windows-1252'))
    const readings = await possibleEncodings((start, end) => createReadStream(file, { start, end }), 0)
    const samples = readings.map(({ sample }) => sample)
    assert.equal(samples[0], 'caf\u00e9')
    assert.equal(new Set(samples).size, samples.length)
    await writeFile(file, encoded('nothing;of ours\u00e9\n', 'windows-1252'))
    assert.deepEqual(await possibleEncodings((start, end) => createReadStream(file, { start, end }), 0), [])
  })
})
