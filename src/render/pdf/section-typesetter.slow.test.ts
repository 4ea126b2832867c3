import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Language, type Page, printedPage } from '@selfbill/pint-ae/page'
import { anOrder } from '../../../test/support/print/printed.ts'
import { type ReadPdf, readPdf } from '../../../test/support/print/read-pdf.ts'
import { SectionTypesetter } from './section-typesetter.ts'
import { Typesetter } from './typesetter.ts'

// Only here are tables printed in sections. Each page must have the same content as in one layout of
// the whole table, for the eye and for screen readers.

const whole = await Typesetter.open()
const inSections = await SectionTypesetter.open(50)
after(() => inSections.close())

test('a long table in sections has the same content, headings and number on each page as in one layout', async () => {
  for (const language of ['en', 'ar'] as const) {
    const page = aPage(language, 170)
    const wanted = await readPdf(await whole.pdf(page, { cellsMax: 50 }))
    const read = await readPdf(await inSections.pdf(page, null, 50))
    assert.ok(wanted.pages > 6)
    assertSame(read, wanted)
    if (language === 'ar') continue
    read.texts.forEach((text, at) => {
      assert.ok(text.includes(`Page${at + 1}of${wanted.pages}`), `the number of page ${at + 1}`)
      assert.ok(!/Item\d/.test(text) || text.includes('Unitprice'), `the headings of page ${at + 1}`)
    })
  }
})

test('screen readers see one table, however it was divided into sections', async () => {
  const page = aPage('en', 170)
  const [wanted, read] = [
    await readPdf(await whole.pdf(page, { cellsMax: 50 })),
    await readPdf(await inSections.pdf(page, null, 50)),
  ]
  assert.deepEqual(read.outlines, wanted.outlines)
  assert.ok(wanted.outlines.every((outline) => outline.includes('TR(TD')))
  assert.match(wanted.outlines[0] ?? '', /Table\(THead\(TR\(TH TH/)
})

test('a PDF of sections contains the UBL document once, and claims no conformance', async () => {
  const ubl = new TextEncoder().encode('<Invoice/>')
  const pdf = await inSections.pdf(aPage('en', 110), ubl)
  const { attachments, metadata } = await readPdf(pdf)
  assert.deepEqual([...attachments], [['SB-000001.xml', ubl]])
  assert.ok(!metadata.includes('pdfaid') && metadata.includes('SB-000001'))
  const raw = Buffer.from(pdf).toString('latin1')
  assert.equal(raw.split('/EmbeddedFile').length - 1, 2, 'the file, and the list of files')
  assert.match(raw, /\/DisplayDocTitle true/)
})

test('a row that fills several pages stays in one section, and the same page gives the same bytes', async () => {
  const page = aPage('en', 110, (line, at) => {
    if (at === 40) line.description = 'A long word about what was delivered. '.repeat(700)
  })
  const sections = await inSections.pdf(page, null, 50)
  assertSame(await readPdf(sections), await readPdf(await whole.pdf(page, { cellsMax: 50 })))
  assert.deepEqual(await inSections.pdf(page, null, 50), sections)
})

test('a table of too many shapes, or of figures too wide, has the same columns on every page', async () => {
  // The widest cells are late: alone, the first section would have narrower columns.
  const units = (line: Edited, at: number) => {
    line.unit_code = unitOf(at)
    line.net_amount = at > 130 ? 10_000_000_000 : 1
  }
  const amounts = (line: Edited, at: number) => {
    const amount = at > 130 ? 99_999_999_999.99 : at
    line.net_amount = line.tax_amount = line.total_amount = amount
    line.quantity = line.price.price_amount = amount
  }
  for (const [edit, lines] of [
    [units, 310],
    [amounts, 160],
  ] as const) {
    const { ends } = await readPdf(await inSections.pdf(aPage('en', lines, edit), null, 50))
    for (const title of ['Quantity', 'Unit price', 'VAT amount']) {
      const own = ends.flatMap((page) => page.get(title)?.toFixed(1) ?? [])
      assert.ok(own.length > 5, `${title} on ${own.length} pages`)
      // The totals on the last page have a heading of this name too.
      assert.deepEqual(new Set(title === 'VAT amount' ? own.slice(0, -1) : own).size, 1, `${title}: ${own}`)
    }
  }
})

test('only the rows with a text wider than its column are laid out cell by cell', async () => {
  const wide = 99_999_999_999.99
  const page = aPage('en', 160, (line, at) => {
    line.description = undefined
    const isWide = at === 120
    for (const name of ['net_amount', 'tax_amount', 'total_amount'] as const) line[name] = isWide ? wide : at
    line.quantity = line.price.price_amount = isWide ? wide : at
  })
  const { outlines } = await readPdf(await inSections.pdf(page, null, 50))
  // One cell holds all figures, unless the row is laid out cell by cell.
  const cells = outlines.flatMap((outline) =>
    [...outline.matchAll(/TR\((TD[^T]*)+/g)].map(([row]) => row.split('TD').length - 1),
  )
  assert.deepEqual([cells[0], cells[120], cells[159]], [2, 8, 2])
})

function assertSame(read: ReadPdf, wanted: ReadPdf): void {
  assert.equal(read.pages, wanted.pages)
  // A joined Arabic glyph or a mirrored bracket stands for several characters; the extracted one
  // depends on the rest of the text.
  assert.deepEqual(read.texts.map(withoutArabic), wanted.texts.map(withoutArabic))
  assert.equal(read.missingGlyphs, 0)
}

/** Another word for each number, without digits. */
function unitOf(at: number): string {
  return at.toString(26).replaceAll(/[0-9]/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '')
}

function withoutArabic(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|[()]/g, '')
}

// biome-ignore lint/suspicious/noExplicitAny: a stored answer, edited freely
type Edited = any

function aPage(language: Language, count: number, edit?: (line: Edited, at: number) => void): Page {
  const order = anOrder('invoice-in-us-dollars', {
    language,
    edit: (document) => {
      const [first] = document.document_lines
      // Every third row is taller than the others, and rows break freely.
      document.document_lines = Array.from({ length: count }, (_, at) => ({
        ...structuredClone(first),
        name: `Item ${at}`,
        description: at % 3 === 0 ? 'Of the second quality. '.repeat(at % 40) : undefined,
      }))
      for (const [at, line] of document.document_lines.entries()) edit?.(line, at)
    },
  })
  return printedPage(order)
}
