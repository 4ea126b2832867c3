import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { anOrder } from '../../../test/support/print/printed.ts'
import { type ReadPdf, readPdf } from '../../../test/support/print/read-pdf.ts'
import type { Language, Page } from '../page/page.ts'
import { printedPage } from '../page/printed-page.ts'
import { SectionTypesetter } from './section-typesetter.ts'
import { Typesetter } from './typesetter.ts'

const whole = await Typesetter.open()
const inSections = await SectionTypesetter.open(50)
after(() => inSections.close())

test('a long table in sections has the same content, headings and number on each page as in one layout', async () => {
  for (const language of ['en', 'ar'] as const) {
    const page = aPage(language, 170)
    const wanted = await readPdf(await whole.pdf(page, 50))
    const read = await readPdf(await inSections.pdf(page))
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
  const [wanted, read] = [await readPdf(await whole.pdf(page, 50)), await readPdf(await inSections.pdf(page))]
  assert.deepEqual(read.outlines, wanted.outlines)
  assert.ok(wanted.outlines.every((outline) => outline.includes('TR(TD')))
  assert.match(wanted.outlines[0] ?? '', /Table\(THead\(TR\(TH TH/)
})

test('a row that fills several pages stays in one section, and the same page gives the same bytes', async () => {
  const page = aPage('en', 110, (line, at) => {
    if (at === 40) line.description = 'A long word about what was delivered. '.repeat(700)
  })
  const sections = await inSections.pdf(page)
  assertSame(await readPdf(sections), await readPdf(await whole.pdf(page, 50)))
  assert.deepEqual(await inSections.pdf(page), sections)
})

test('a table of too many shapes, or of figures too wide, has the same columns on every page', async () => {
  // The widest cells are late: alone, the first section would have narrower columns.
  const units = (line: Edited, at: number) => {
    line.unit_code = at.toString(26).replaceAll(/[0-9]/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '')
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
    const { ends } = await readPdf(await inSections.pdf(aPage('en', lines, edit)))
    for (const title of ['Quantity', 'Unit price', 'VAT amount']) {
      const own = ends.flatMap((page) => page.get(title)?.toFixed(1) ?? [])
      assert.ok(own.length > 5, `${title} on ${own.length} pages`)
      // The totals on the last page have a heading of this name too.
      assert.deepEqual(new Set(title === 'VAT amount' ? own.slice(0, -1) : own).size, 1, `${title}: ${own}`)
    }
  }
})

function assertSame(read: ReadPdf, wanted: ReadPdf): void {
  assert.equal(read.pages, wanted.pages)
  // A joined Arabic glyph or a mirrored bracket stands for several characters; the extracted one
  // depends on the rest of the text.
  assert.deepEqual(read.texts.map(withoutArabic), wanted.texts.map(withoutArabic))
  assert.equal(read.missingGlyphs, 0)
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
