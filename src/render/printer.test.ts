import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { anOrder } from '../../test/support/printed.ts'
import { Printer, PrinterBusy } from './printer.ts'

const printer = new Printer()
after(() => printer.close())

test('the PDF says what the page says, in English', async () => {
  const { text, pages, fonts } = await readPdf(await printer.pdf(anOrder('invoice-in-us-dollars')))
  assert.equal(pages, 1)
  for (const wanted of [
    'Self-billed tax invoice',
    'Gulf Metals Trading LLC',
    '31,686.84',
    '122,882.51 AED',
    '2026-07-15',
  ])
    assert.ok(text.includes(wanted.replaceAll(' ', '')), `${wanted} in ${text}`)
  assert.ok(fonts.some((name) => name.includes('NotoSans')))
})

test('in Arabic the words are shaped, the figures keep their direction, and the fonts are inside', async () => {
  const pdf = await printer.pdf(anOrder('invoice-all-vat-categories', { language: 'ar' }))
  const { text, fonts } = await readPdf(pdf)
  for (const wanted of ['147,700.00', '2026-07-15', 'Harbour Manufacturing LLC'])
    assert.ok(text.includes(wanted.replaceAll(' ', '')), wanted)
  assert.match(text.normalize('NFKC'), /[\u0621-\u064a]{3}/)
  assert.ok(
    fonts.some((name) => name.includes('NotoNaskhArabic')),
    fonts.join(),
  )
})

test('the same document at the same moment is the same file, to the byte', async () => {
  const [one, other] = [await printer.pdf(anOrder('invoice-card')), await printer.pdf(anOrder('invoice-card'))]
  assert.deepEqual(one, other)
})

test('what a caller wrote is never read as markup of the layout', async () => {
  const attack = '#panic("x") $x$ *bold* @ref <label> ]#read("/etc/passwd")[ \\ `raw`'
  const pdf = await printer.pdf(
    anOrder('invoice-card', {
      edit: (document) => {
        document.note = attack
      },
    }),
  )
  assert.ok((await readPdf(pdf)).text.includes('#panic("x")$x$*bold*@ref<label>]#read("/etc/passwd")['))
})

test('a long table goes on over pages under its heading', async () => {
  const pdf = await printer.pdf(
    anOrder('invoice-card', {
      edit: (document) => {
        document.document_lines = Array.from({ length: 120 }, (_, at) => ({
          ...document.document_lines[0],
          name: `Item ${at}`,
        }))
      },
    }),
  )
  const { pages, text } = await readPdf(pdf)
  assert.ok(pages >= 3)
  // The heading is there again on every page that lines are on; the last may hold the totals alone.
  assert.ok(text.split('Unitprice').length - 1 >= pages - 1)
  assert.ok(text.includes('Item0') && text.includes('Item119'))
})

test('too many waiting documents, and one that takes too long, are refused', async () => {
  const small = new Printer({ documentMs: 1, waitingMax: 1 })
  const first = small.pdf(anOrder('invoice-card'))
  const second = small.pdf(anOrder('invoice-card'))
  await assert.rejects(small.pdf(anOrder('invoice-card')), PrinterBusy)
  await assert.rejects(first, /the printing thread has ended/)
  await assert.rejects(second, /the printing thread has ended/)
  await small.close()
})

async function readPdf(data: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(data), isEvalSupported: false, verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const raw = Buffer.from(data).toString('latin1')
  const fonts = [...raw.matchAll(/\/BaseFont\s*\/([\w+-]+)/g)].map((match) => match[1] ?? '')
  return {
    pages: document.numPages,
    text: texts
      .join('\n')
      .replaceAll(/[\u2066-\u2069]/g, '')
      .replaceAll(/\s/g, ''),
    fonts,
  }
}
