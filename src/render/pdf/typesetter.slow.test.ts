import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anOrder } from '../../../test/support/print/printed.ts'
import { readPdf } from '../../../test/support/print/read-pdf.ts'
import type { Language } from '../page/page.ts'
import { printedPage } from '../page/printed-page.ts'
import { Typesetter } from './typesetter.ts'

const typesetter = await Typesetter.open()

test('the PDF says what the page says, in English', async () => {
  const { text, pages, fonts, missingGlyphs } = await readPdf(await pdfOf('invoice-in-us-dollars'))
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
  assert.equal(missingGlyphs, 0)
})

test('in Arabic the words are shaped, the figures keep their direction, and the fonts are inside', async () => {
  const { text, fonts, missingGlyphs } = await readPdf(await pdfOf('invoice-all-vat-categories', { language: 'ar' }))
  for (const wanted of ['147,700.00', '2026-07-15', 'Harbour Manufacturing LLC'])
    assert.ok(text.includes(wanted.replaceAll(' ', '')), wanted)
  assert.match(text.normalize('NFKC'), /[\u0621-\u064a]{3}/)
  assert.ok(
    fonts.some((name) => name.includes('NotoNaskhArabic')),
    fonts.join(),
  )
  assert.equal(missingGlyphs, 0)
})

test('the same document at the same moment is the same file, to the byte', async () => {
  assert.deepEqual(await pdfOf('invoice-card'), await pdfOf('invoice-card'))
})

test('caller text is never read as layout markup', async () => {
  const attack = '#panic("x") $x$ *bold* @ref <label> ]#read("/etc/passwd")[ \\ `raw`'
  const pdf = await pdfOf('invoice-card', {
    edit: (document) => {
      document.note = attack
    },
  })
  assert.ok((await readPdf(pdf)).text.includes('#panic("x")$x$*bold*@ref<label>]#read("/etc/passwd")['))
})

test('a long table continues over pages and repeats its heading', async () => {
  const { pages, text } = await readPdf(await pdfOf('invoice-card', { edit: withLines(120) }))
  assert.ok(pages >= 3)
  // Every page with lines repeats the heading. The last page may have only the totals.
  assert.ok(text.split('Unitprice').length - 1 >= pages - 1)
  assert.ok(text.includes('Item0') && text.includes('Item119'))
})

const scripts: readonly (readonly [name: string, font: string])[] = [
  ['श्री लक्ष्मी ट्रेडिंग कंपनी', 'NotoSans-Bold'],
  ['শ্রী দুর্গা ট্রেডিং কোম্পানি', 'NotoSansBengali'],
  ['શ્રી કૃષ્ણ ટ્રેડિંગ કંપની', 'NotoSansGujarati'],
  ['ਸ਼੍ਰੀ ਗੁਰੂ ਟਰੇਡਿੰਗ ਕੰਪਨੀ', 'NotoSansGurmukhi'],
  ['ஸ்ரீ முருகன் வர்த்தக நிறுவனம்', 'NotoSansTamil'],
  ['శ్రీ వెంకటేశ్వర ట్రేడింగ్ కంపెనీ', 'NotoSansTelugu'],
  ['ಶ್ರೀ ಕೃಷ್ಣ ಟ್ರೇಡಿಂಗ್ ಕಂಪನಿ', 'NotoSansKannada'],
  ['ശ്രീ പത്മനാഭ ട്രേഡിംഗ് കമ്പനി', 'NotoSansMalayalam'],
  ['ଶ୍ରୀ ଜଗନ୍ନାଥ ଟ୍ରେଡିଂ କମ୍ପାନୀ', 'NotoSansOriya'],
  ['ශ්‍රී ලංකා වෙළඳ සමාගම', 'NotoSansSinhala'],
  ['บริษัท การค้าไทย จำกัด', 'NotoSansThai'],
  ['חברת סחר בינלאומי בע״מ', 'NotoSansHebrew'],
  ['پاکستان ٹریڈنگ کمپنی پرائیویٹ لمیٹڈ', 'NotoNaskhArabic'],
  ['Торговая компания', 'NotoSans-Bold'],
  ['Công ty Thương mại', 'NotoSans-Bold'],
]

test('names in the scripts of the region use their letters and can be extracted', async () => {
  for (const language of ['en', 'ar'] as const)
    for (const [name, font] of scripts) {
      const pdf = await pdfOf('invoice-card', { language, edit: named(name) })
      const { text, fonts, missingGlyphs, actualTexts } = await readPdf(pdf)
      assert.equal(missingGlyphs, 0, `${name}: an empty box`)
      assert.ok(
        fonts.some((own) => own.includes(font)),
        `${name}: ${fonts}`,
      )
      const read = [text, ...actualTexts].join('').normalize('NFKC')
      const lost = [...name.normalize('NFKC')].filter((letter) => /\p{L}/u.test(letter) && !read.includes(letter))
      assert.deepEqual(lost, [], name)
    }
})

test('a script without a font shows as boxes, and the rest of the page is complete', async () => {
  const { text, missingGlyphs } = await readPdf(await pdfOf('invoice-card', { edit: named('上海贸易有限公司 Ltd') }))
  assert.ok(missingGlyphs >= 8)
  assert.ok(text.includes('Harbour') && text.includes('Ltd'))
})

test('a table of thousands of rows, in the cheaper layout, looks like any other', async () => {
  for (const language of ['en', 'ar'] as const) {
    const page = printedPage(anOrder('invoice-in-us-dollars', { language, edit: withLines(120) }))
    const [usual, other] = [await typesetter.pdf(page), await typesetter.pdf(page, 50)]
    assert.notDeepEqual(usual, other)
    const [wanted, read] = [await readPdf(usual), await readPdf(other)]
    assert.equal(read.pages, wanted.pages)
    assert.equal(read.missingGlyphs, 0)
    assert.deepEqual([...read.text].sort().join(''), [...wanted.text].sort().join(''))
    for (const text of ['Item119', '31,686.84', '122,188.41AED', '24.5', '70,000'])
      assert.equal(read.text.split(text).length, wanted.text.split(text).length, text)
  }
})

function pdfOf(goldenCase: string, order: { language?: Language; edit?: (document: Edited) => void } = {}) {
  return typesetter.pdf(printedPage(anOrder(goldenCase, order)))
}

// biome-ignore lint/suspicious/noExplicitAny: a stored answer, edited freely
type Edited = any

function named(name: string) {
  return (document: Edited) => {
    document.accounting_supplier_party.party_name = name
  }
}

function withLines(count: number) {
  return (document: Edited) => {
    const [first] = document.document_lines
    document.document_lines = Array.from({ length: count }, (_, at) => ({ ...first, name: `Item ${at}` }))
    // Some cells in figure columns have more than figures, and some are empty.
    document.document_lines[7].price = { ...first.price, allowance: { amount: 24.5 } }
    document.document_lines[8].allowances = [{ amount: 70_000 }, { amount: 1 }]
    document.document_lines[9] = { name: 'Item 9' }
  }
}
