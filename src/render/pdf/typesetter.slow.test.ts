import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PageLanguage, pageLanguages, printedPage } from '@selfbill/pint-ae/page'
import { anOrder } from '../../../test/support/print/printed.ts'
import { readPdf } from '../../../test/support/print/read-pdf.ts'
import { lettersWithoutFont } from './font-letters.ts'
import { Typesetter } from './typesetter.ts'

const typesetter = await Typesetter.open()

test('the PDF says what the page says, in English', async () => {
  const { text, pages, fonts, missingGlyphs } = await readPdf(await pdfOf('invoice-in-us-dollars'))
  assert.equal(pages, 1)
  for (const wanted of [
    'Tax Invoice created by buyer',
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
  for (const word of ['فاتورة', 'ضريبية', 'الإجمالي', 'الاستحقاق']) assert.ok(text.includes(word), word)
  assert.ok(
    fonts.some((name) => name.includes('Amiri')),
    fonts.join(),
  )
  assert.equal(missingGlyphs, 0)
})

test('the PDF contains the UBL document and claims PDF/A-3a and PDF/UA-1', async () => {
  const ubl = new TextEncoder().encode('<Invoice/>')
  for (const language of ['en', 'ar'] as const) {
    const pdf = await typesetter.pdf(printedPage(anOrder('invoice-card', { language, isSandbox: true })), { ubl })
    const { attachments, metadata, outlines } = await readPdf(pdf)
    assert.deepEqual([...attachments], [['SB-000001.xml', ubl]])
    for (const claim of ['<pdfaid:part>3<', '<pdfaid:conformance>A<', '<pdfuaid:part>1<'])
      assert.ok(metadata.includes(claim), claim)
    assert.match(outlines.join(' '), /H1.*H2.*Table\(THead\(TR\(TH/)
    const raw = Buffer.from(pdf).toString('latin1')
    for (const entry of [/\/AFRelationship \/Alternative/, /\/AF \[\d+ 0 R\]/, /\/DisplayDocTitle true/])
      assert.match(raw, entry)
  }
})

test('a PDF whose letters may be missing or unreadable claims nothing', async () => {
  for (const name of ['上海贸易有限公司', 'شَرِكة', 'چاپ', 'Торговая компания']) {
    const { metadata } = await readPdf(await pdfOf('invoice-card', { edit: named(name) }))
    assert.ok(!metadata.includes('pdfaid') && metadata.includes('SB-000001'), name)
  }
})

test('signs of trade are letters, and a PDF names the letters that it has no font for', async () => {
  const signs = 'Ø ⌀ 50 ≥ 3 → ≤ 5 ™ ± ² ‰ ½ Ω ∅ √ ≈ ✓ ☎ ① ₹ € № ■ ★'
  const withSigns = await readPdf(await pdfOf('invoice-card', { edit: named(signs) }))
  assert.ok(withSigns.text.includes('⌀50≥3→≤5™'), withSigns.text)
  assert.deepEqual([withSigns.missingGlyphs, withSigns.text.includes('nofont')], [0, false])
  for (const language of pageLanguages) {
    const { text } = await readPdf(await pdfOf('invoice-card', { language, edit: named('Egyptian 𓀀 and 𓀁') }))
    assert.ok(text.includes('U+13000,U+13001'), `${language}: ${text}`)
  }
  assert.deepEqual(lettersWithoutFont(`${signs} Łódź Ω Ж ش ڤ ไทย हिन्दी \u2066\n`), [])
})

test('words of the PDF format in the document number change nothing', async () => {
  const pdf = await pdfOf('invoice-card', {
    edit: (document) => {
      document.document_number = 'endobj >> /AF (x) endstream </rdf:RDF>'
    },
  })
  const { text, metadata } = await readPdf(pdf)
  assert.ok(text.includes('endobj>>/AF(x)endstream</rdf:RDF>'))
  assert.ok(metadata.includes('<pdfuaid:part>1<'))
})

test('long words break, inside their column and without a hyphen', async () => {
  const word = '6ES7214-1AG40-0XB0/6ES7223-1BL32-0XB0/6ES7241-1CH32-0XB0'
  const email = `${'accounts.payable.'.repeat(4)}@procurement.example`
  for (const language of ['en', 'ar'] as const) {
    const pdf = await pdfOf('invoice-card', {
      language,
      edit: (document) => {
        document.document_lines[0].name = word
        document.accounting_supplier_party.email = email
      },
    })
    const { text, ends } = await readPdf(pdf)
    assert.ok(text.includes(word) && text.includes(email), text)
    const lines = [...(ends[0] ?? [])].filter(
      ([line]) => line.length > 5 && (word.includes(line) || email.includes(line)),
    )
    assert.ok(lines.length >= 4, `${language}: ${lines}`)
  }
})

test('figures of a column end at one place in every language, in cells and in joined ones', async () => {
  for (const language of pageLanguages)
    for (const cellsMax of [1000, 1]) {
      const amounts = ['1.25', '1234567.50', '-0.02', '20.00']
      const page = printedPage(
        anOrder('invoice-card', {
          language,
          edit: (document) => {
            const [first] = document.document_lines
            document.document_lines = amounts.map((amount, at) => ({
              ...first,
              net_amount: Number(amount),
              name: `${at}.`,
            }))
          },
        }),
      )
      const { ends } = await readPdf(await typesetter.pdf(page, { cellsMax }))
      const at = ['1.25', '1,234,567.50', '−0.02', '20.00'].map((text) => ends[0]?.get(text) ?? Number.NaN)
      assert.ok(Math.max(...at) - Math.min(...at) < 1, `${language}, ${cellsMax}: ${at}`)
    }
})

test('the last page has more than a leftover line, and the first one the totals', async () => {
  for (const language of pageLanguages) {
    let earlier = 0
    for (let lines = 1; lines < 26; lines += 1) {
      const page = printedPage(
        anOrder('invoice-in-us-dollars', {
          language,
          edit: (document) => {
            const [first] = document.document_lines
            document.document_lines = Array.from({ length: lines }, () => first)
          },
        }),
      )
      const { pages, texts } = await readPdf(await typesetter.pdf(page))
      assert.ok(pages >= earlier, `${lines} lines`)
      earlier = pages
      const last = (texts.at(-1) ?? '').length - page.number.length
      assert.ok(pages === 1 || last > 400, `${language}, ${lines} lines: ${last} letters on page ${pages}`)
      assert.ok(texts[0]?.includes('33,460.18USD'), `${language}, ${lines} lines`)
    }
    assert.ok(earlier > 1)
  }
})

test('a row stays on one page, and one that is longer than a page continues', async () => {
  const pdf = await pdfOf('invoice-card', {
    edit: (document) => {
      const [first] = document.document_lines
      document.document_lines = Array.from({ length: 40 }, (_, at) => ({
        ...first,
        name: `Begin${at}.`,
        description: 'word '.repeat(at === 20 ? 990 : 40),
        note: at === 20 ? `${'long '.repeat(990)}End${at}.` : `End${at}.`,
      }))
    },
  })
  const { texts } = await readPdf(pdf)
  const pageOf = (word: string) => texts.findIndex((text) => text.includes(word))
  for (let at = 0; at < 40; at++) {
    const [begin, end] = [pageOf(`Begin${at}.`), pageOf(`End${at}.`)]
    assert.ok(begin >= 0 && (at === 20 ? end > begin : end === begin), `row ${at}: from ${begin} to ${end}`)
  }
  assert.ok(
    texts.every((text) => text.includes('SB-000001')),
    'the number is on every page',
  )
})

test('the mark of the sandbox is on every page', async () => {
  const page = printedPage(anOrder('invoice-card', { isSandbox: true, edit: withLines(60) }))
  const { texts } = await readPdf(await typesetter.pdf(page))
  assert.ok(texts.length > 1 && texts.every((text) => text.includes('SANDBOX')))
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
  ['پاکستان ٹریڈنگ کمپنی پرائیویٹ لمیٹڈ', 'Amiri'],
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
    const [usual, other] = [await typesetter.pdf(page), await typesetter.pdf(page, { cellsMax: 50 })]
    assert.notDeepEqual(usual, other)
    const [wanted, read] = [await readPdf(usual), await readPdf(other)]
    assert.equal(read.pages, wanted.pages)
    assert.equal(read.missingGlyphs, 0)
    assert.deepEqual([...read.text].sort().join(''), [...wanted.text].sort().join(''))
    for (const text of ['Item119', '31,686.84', '122,188.41AED', '24.5', '70,000'])
      assert.equal(read.text.split(text).length, wanted.text.split(text).length, text)
  }
})

test('a row whose item does not fit its line is as high as its text', async () => {
  const pdf = await pdfOf('invoice-card', {
    edit: (document) => {
      const [first] = document.document_lines
      const name = (at: number) => (at % 2 === 0 ? `Begin${at}. ${'word '.repeat(at * 3)}End${at}.` : `Short${at}.`)
      document.document_lines = Array.from({ length: 20 }, (_, at) => ({
        ...first,
        name: name(at),
        description: undefined,
      }))
    },
  })
  const { lines } = await readPdf(pdf)
  const heightOf = (word: string) => lines.find(({ text }) => text.includes(word))?.y ?? Number.NaN
  for (let at = 0; at < 18; at += 2)
    // Heights count from the bottom of the page; a row begins at least a line below the last line of the row above.
    assert.ok(heightOf(`End${at}.`) - heightOf(`Short${at + 1}.`) > 10, `the row below row ${at}`)
})

test('without a native Typst the pages are the same', async () => {
  const other = await Typesetter.open(false)
  for (const language of ['en', 'ar'] as const) {
    const page = printedPage(anOrder('invoice-in-us-dollars', { language, edit: withLines(30) }))
    const [wanted, read] = [await readPdf(await typesetter.pdf(page)), await readPdf(await other.pdf(page))]
    assert.deepEqual([read.texts, read.outlines, read.missingGlyphs], [wanted.texts, wanted.outlines, 0])
  }
})

function pdfOf(goldenCase: string, order: { language?: PageLanguage; edit?: (document: Edited) => void } = {}) {
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
