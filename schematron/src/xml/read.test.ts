import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { branch, Element, leaf, type Pieces, piecesAround } from './element.ts'
import { locationOf, positionOf } from './location.ts'
import { DocumentNames, nameOf } from './name.ts'
import { readJudged, readXml, XmlUnreadable } from './read.ts'
import { writeXml } from './write.ts'

const a = nameOf('', 'a', '')

function refused(text: string | Uint8Array, reason: RegExp, line?: number): void {
  assert.throws(
    () => readXml(text),
    (error) => {
      assert.ok(error instanceof XmlUnreadable)
      assert.match(error.message, reason)
      if (line !== undefined) assert.equal(error.line, line)
      return true
    },
  )
}

test('an element keeps its name as written, and two prefixes of one namespace share an id', () => {
  const root = readXml('<p:a xmlns:p="urn:x" xmlns:q="urn:x"><q:a/><b xmlns="urn:y"/></p:a>')
  assert.equal(root.name.qualified, 'p:a')
  assert.equal(root.children[0]?.name.qualified, 'q:a')
  assert.equal(root.children[0]?.nameId, root.nameId)
  assert.equal(root.children[1]?.name.namespace, 'urn:y')
  assert.equal(root.children[1]?.name.prefix, '')
})

test('CDATA joins the text beside it; a comment or an instruction leaves two text nodes', () => {
  assert.equal(readXml('<a>x<![CDATA[<y>]]>z</a>').text, 'x<y>z')
  assert.equal(readXml('<a>x<![CDATA[<y>]]>z</a>').pieces, undefined)
  assert.deepEqual(readXml('<a>12<!-- c -->34</a>').pieces, ['12', '34'])
  assert.deepEqual(readXml('<a>12<?p i?>34</a>').pieces, ['12', '34'])
  assert.equal(readXml('<a>12<!-- c -->34</a>').text, '1234')
  assert.equal(readXml('<a><!-- c -->34<?p i?></a>').pieces, undefined)
})

test('blanks between child elements are dropped, blanks in a leaf are text', () => {
  const root = readXml('<a>\n  <b> </b>\n  <c/>\n</a>')
  assert.equal(root.text, '')
  assert.equal(root.pieces, undefined)
  assert.equal(root.children[0]?.text, ' ')
  assert.equal(root.children[1]?.text, '')
})

test('text between child elements keeps its position', () => {
  const root = readXml('<a>one <b>two</b> three</a>')
  assert.equal(root.value, 'one two three')
  assert.equal(root.pieces?.length, 3)
})

test('attributes have local names, or a namespace prefix; namespace declarations are not attributes', () => {
  const root = readXml('<a x="1" xmlns:p="urn:p" p:y="2" xml:lang="en"/>')
  assert.equal(root.attribute('x'), '1')
  assert.equal(root.attribute('{urn:p}y'), '2')
  assert.equal(root.attribute('{http://www.w3.org/XML/1998/namespace}lang'), 'en')
  assert.equal(root.attributes.length, 6)
})

test('text that is not well-formed is refused with its line', () => {
  refused('<a>\n<b></a>', /not well-formed/, 2)
  refused('', /not well-formed/)
  refused('<a/><b/>', /not well-formed/)
  refused('<a>&nbsp;</a>', /Entity/)
  refused('<p:a/>', /not well-formed|[Nn]amespace/)
})

test('a document type declaration is refused before its content is read', () => {
  const bomb = `<?xml version="1.0"?>\n<!-- <a> -->\n<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "${'&x;'.repeat(50)}">]>\n<a>&y;</a>`
  refused(bomb, /document type declaration/, 3)
  refused('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /document type declaration/)
  refused('\uFEFF<!DOCTYPE a><a/>', /document type declaration/)
  assert.equal(readXml('<a>&lt;!DOCTYPE a></a>').text, '<!DOCTYPE a>')
})

/** Encodes a document, with byte order mark and declaration where the encoding has them. */
function encoded(text: string, as: Encoded, declared?: string, hasMark = false): Uint8Array {
  const whole = `${hasMark ? '\uFEFF' : ''}<?xml version="1.0"${declared === undefined ? '' : ` encoding="${declared}"`}?>\n${text}`
  if (as === 'latin1' || as === 'utf8') return Buffer.from(whole, as)
  const bytes = as.startsWith('utf16') ? Buffer.from(whole, 'utf16le') : words(whole)
  if (as.endsWith('le')) return bytes
  return as.startsWith('utf16') ? bytes.swap16() : bytes.swap32()
}

type Encoded = 'latin1' | 'utf8' | 'utf16le' | 'utf16be' | 'utf32le' | 'utf32be'

function words(text: string): Buffer {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(codes.length * 4)
  for (const [at, code] of codes.entries()) bytes.writeUInt32LE(code, at * 4)
  return bytes
}

/** Unicode encodings, with the declarations that are allowed in them. */
const unicode: readonly (readonly [Encoded, readonly (string | undefined)[]])[] = [
  ['utf8', [undefined, 'UTF-8', 'utf8']],
  ['utf16le', [undefined, 'UTF-16', 'utf-16le', 'ISO-10646-UCS-2']],
  ['utf16be', [undefined, 'UTF-16', 'UTF-16BE', 'UCS-2']],
  ['utf32le', [undefined, 'UTF-32', 'UTF-32LE', 'UCS-4']],
  ['utf32be', [undefined, 'UTF-32', 'UTF-32BE', 'ISO-10646-UCS-4']],
]

test('every Unicode encoding is read, with and without its mark, for every allowed declaration', () => {
  for (const [as, declarations] of unicode) {
    for (const declared of declarations) {
      for (const hasMark of [true, false]) {
        const root = readXml(encoded('<a b="é">فاتورة 😀<!-- < --> x</a>', as, declared, hasMark))
        assert.equal(root.text, 'فاتورة 😀 x', `${as} ${declared} ${hasMark}`)
        assert.equal(root.attribute('b'), 'é')
      }
    }
  }
  assert.equal(readXml(Buffer.from('\uFEFF<a>é</a>', 'utf16le')).text, 'é')
  // A view into a larger buffer: the bytes before it are not read.
  const shifted = Buffer.concat([Buffer.from('xyz'), encoded('<a>é</a>', 'utf32be', undefined, true)]).subarray(3)
  assert.equal(readXml(shifted).text, 'é')
})

test('encodings of one byte or a few are read as declared', () => {
  const texts: readonly (readonly [declared: string, bytes: readonly number[], text: string])[] = [
    ['ISO-8859-1', [0xe9, 0x80], 'é\u0080'],
    ['latin1', [0xe9], 'é'],
    ['windows-1252', [0xe9, 0x80], 'é€'],
    ['Windows-1256', [0xc7, 0xe1], 'ال'],
    ['ISO-8859-6', [0xc7, 0xe4], 'ال'],
    ['ISO-8859-15', [0xa4], '€'],
    ['US-ASCII', [0x78], 'x'],
    ['KOI8-R', [0xc1], 'а'],
    ['Shift_JIS', [0x93, 0xfa], '日'],
    ['GB18030', [0xc8, 0xd5], '日'],
    ['EUC-KR', [0xc0, 0xcf], '일'],
  ]
  for (const [declared, bytes, text] of texts) {
    const document = encoded(`<a>${String.fromCharCode(...bytes)}</a>`, 'latin1', declared)
    assert.equal(readXml(document).text, text, declared)
  }
})

test('a document in another encoding has the same content as in UTF-8', () => {
  const read = (document: Uint8Array) => shapeOf(readXml(document))
  const body =
    '<p:a xmlns:p="urn:x" xmlns="urn:y" k="1&#9;&lt;&quot;&apos;&gt; é\t2">\r\n x&#13;<![CDATA[<é]]&gt;]]>12<!-- é -->34<?p é?><b> </b>\u00a0<c/>&amp;&#233;]]&gt;</p:a>'
  assert.deepEqual(read(encoded(body, 'latin1', 'ISO-8859-1')), read(encoded(body, 'utf8')))
  assert.deepEqual(read(encoded(body, 'utf16be', 'UTF-16')), read(encoded(body, 'utf8')))
})

test('a declaration that contradicts the mark or the bytes is refused, and says so', () => {
  const others: Readonly<Record<Encoded, readonly string[]>> = {
    latin1: [],
    utf8: ['ISO-8859-1', 'US-ASCII', 'windows-1252', 'nonsense', 'UTF-16', 'UTF-32'],
    utf16le: ['ISO-8859-1', 'UTF-8', 'UTF-16BE', 'UTF-32', 'nonsense'],
    utf16be: ['ISO-8859-1', 'UTF-8', 'UTF-16LE', 'UCS-4', 'nonsense'],
    utf32le: ['ISO-8859-1', 'UTF-8', 'UTF-32BE', 'UTF-16', 'nonsense'],
    utf32be: ['ISO-8859-1', 'UTF-8', 'UTF-32LE', 'UCS-2', 'nonsense'],
  }
  for (const [as] of unicode) {
    for (const declared of others[as]) {
      const marked = encoded('<a/>', as, declared, true)
      refused(marked, /declares the encoding \S+, but begins with the byte order mark of UTF-/)
      if (as !== 'utf8') refused(encoded('<a/>', as, declared), /declares the encoding \S+, but is written in UTF-/)
    }
  }
  refused(encoded('<a/>', 'utf8', 'UTF-16'), /declares the encoding UTF-16, but is not written in it/)
  refused(encoded('<a/>', 'latin1', 'UCS-4'), /declares the encoding UCS-4, but is not written in it/)
  refused('<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /declares the encoding ISO-8859-1, but comes as text/)
})

test('invalid bytes, unknown encodings and half characters are refused, and the encoding is named', () => {
  refused(Buffer.from('<a>é</a>', 'latin1'), /the document is not UTF-8/)
  refused(encoded('<a>é</a>', 'latin1', 'US-ASCII'), /encoding US-ASCII, but contains bytes that are invalid in it/)
  refused(
    encoded('<a>\xa1</a>', 'latin1', 'ISO-8859-6'),
    /encoding ISO-8859-6, but contains bytes that are invalid in it/,
  )
  for (const name of ['nonsense', 'UTF-7', 'IBM037', 'x-user-defined'])
    refused(encoded('<a/>', 'latin1', name), new RegExp(`declares the encoding ${name}, which is not known`))
  const half = Buffer.concat([
    encoded('<a>', 'utf16le', undefined, true),
    Buffer.from([0, 0xd8]),
    Buffer.from('</a>', 'utf16le'),
  ])
  refused(half, /the document is not UTF-16LE/)
  refused(
    Buffer.concat([encoded('<a/>', 'utf16be', undefined, true), Buffer.from([0])]),
    /the document is not UTF-16BE/,
  )
  refused(
    Buffer.concat([encoded('<a/>', 'utf32le', undefined, true), Buffer.from([0])]),
    /the document is not UTF-32LE/,
  )
  refused(Buffer.from([0, 0, 0xfe, 0xff, 0x7f, 0xff, 0xff, 0xff]), /the document is not UTF-32BE/)
  // Nothing states that this is UTF-16.
  refused(Buffer.from('<a/>', 'utf16le'), /NUL/)
})

test('no encoding hides a document type declaration, a depth or a number of elements', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "ha">]><a>&x;</a>'
  for (const as of ['utf16le', 'utf16be', 'utf32le', 'utf32be'] as const) {
    refused(encoded(bomb, as), /document type declaration/)
    refused(encoded(bomb, as, undefined, true), /document type declaration/)
  }
  refused(encoded(bomb, 'latin1', 'ISO-8859-1'), /document type declaration/)
  refused(
    encoded(`<!-- \x1b$B-->\x1b(B -->${bomb}`, 'latin1', 'ISO-2022-JP'),
    /document type declaration|not well-formed|invalid in it/,
  )
  refused(`<?xml version="1.0"${' '.repeat(500)}encoding="ISO-8859-1"?><a/>`, /longer than 400/)
  const limits = { bytesMax: 1_000, depthMax: 10, elementsMax: 3 }
  for (const [as, declared] of [
    ['latin1', 'ISO-8859-1'],
    ['utf16le', 'UTF-16'],
    ['utf32be', undefined],
  ] as const) {
    const limited = (text: string) => () => readXml(encoded(text, as, declared), limits)
    assert.throws(limited(`<a>${'<b></b>'.repeat(20)}</a>`), /more than 3 elements/)
    assert.throws(limited(`<a>${'x'.repeat(1_000)}</a>`), /larger than 1000 bytes/)
    assert.throws(
      () =>
        readXml(encoded('<a>'.repeat(11) + '</a>'.repeat(11), as, declared), {
          ...limits,
          bytesMax: 5_000,
          elementsMax: 100,
        }),
      /nested more than 10 deep/,
    )
  }
})

test('depth, size and the number of elements have limits', () => {
  const limits = { bytesMax: 1_000, depthMax: 100, elementsMax: 3 }
  const several = (count: number) => `<a>${'<b></b>'.repeat(count - 1)}</a>`
  assert.equal(readXml(several(3), limits).children.length, 2)
  assert.throws(() => readXml(several(4), limits), /more than 3 elements/)
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  assert.equal(readXml(nested(100)).name.local, 'a')
  refused(nested(101), /nested more than 100 deep/)
  refused(nested(5000), /not well-formed|nested/)
  assert.throws(() => readXml('<a>12345</a>', { ...limits, bytesMax: 10 }), /larger than 10 bytes/)
})

test('a written document is read back unchanged', () => {
  const text = fc.string({
    unit: fc.constantFrom('x', '<', '&', '>', '"', "'", '\n', '\t', '\r', ' ', 'é', '😀', ']]>'),
  })
  const attributes = fc.array(fc.tuple(fc.constantFrom('k', 'l', '{urn:n}m'), text), { maxLength: 2 }).map((pairs) => {
    return [...new Map(pairs)].flat()
  })
  const name = fc.constantFrom(a, nameOf('urn:x', 'a', 'p'), nameOf('urn:y', 'a', 'p'), nameOf('urn:x', 'b', ''))
  const { tree } = fc.letrec<{ tree: Element }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(name, attributes, text).map(([n, list, t]) => leaf(n, t, undefined, list)),
      fc
        .tuple(name, attributes, fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
        .map(([n, list, children]) => new Element(n, list, children, '', undefined)),
      fc.tuple(name, tie('tree')).map(([n, child]) => new Element(n, [], [child], 'xy', undefined, ['x', child, 'y'])),
    ),
  }))
  fc.assert(
    fc.property(tree, (element) => {
      assert.deepEqual(shapeOf(readXml(writeXml(element))), shapeOf(element))
    }),
    { numRuns: 200 },
  )
})

function shapeOf(element: Element): unknown {
  const { name, attributes, pieces, text } = element
  const content = (pieces ?? (element.children.length > 0 ? element.children : [text])).map((piece) => {
    return piece instanceof Element ? shapeOf(piece) : piece
  })
  return { name: name.qualified, namespace: name.namespace, attributes: [...attributes], content }
}

test('a location has the document’s prefixes and a position for every step except the root', () => {
  const root = readXml('<Invoice xmlns:c="urn:c"><c:Line/><c:Line><c:Item/></c:Line><Line/></Invoice>')
  const [first, second, other] = root.children
  assert.ok(first && second?.children[0] && other)
  assert.equal(locationOf(root), '/Invoice')
  assert.equal(locationOf(first), '/Invoice/c:Line[1]')
  assert.equal(locationOf(second.children[0]), '/Invoice/c:Line[2]/c:Item[1]')
  assert.equal(locationOf(other), '/Invoice/Line[1]')
  assert.equal(positionOf(root), 1)
})

test('the cost of the locations of all lines is linear in the tree', async () => {
  await assertNoSquare((size) => {
    const lines = Array.from({ length: size }, () => leaf(a, 'x'))
    const root = branch(a, lines)
    assert.ok(root)
    return () => assert.equal(lines.map(locationOf).at(-1), `/a/a[${size}]`)
  }, 2_000)
})

test('names of hostile documents do not fill the memory', () => {
  const known = nameOf('urn:known', 'x', 'k')
  const names = new DocumentNames()
  const made = Array.from({ length: 20_000 }, (_, at) => names.of('urn:flood', `n${at}`, 'f'))
  const last = made.at(-1)
  assert.ok(last && last.id < 0)
  assert.equal(new Set(made.map(({ id }) => id)).size, made.length)
  assert.equal(names.of('urn:flood', 'n19999', 'other').id, last.id)
  assert.equal(names.of('urn:known', 'x', 'other').id, known.id)
})

test('a document that rules of others judge keeps white space, comments and instructions', () => {
  const text =
    '<?xml version="1.0"?><!-- before --><a>\n <b x="1"/><!-- in --><?pi a  b?> <c>1<!---->2</c></a><?after?>'
  const root = readJudged(text)
  const shown = (pieces: Pieces | undefined) =>
    pieces?.map((piece) =>
      piece instanceof Element
        ? piece.name.local
        : typeof piece === 'string'
          ? piece
          : [piece.kind, piece.name, piece.text].join('|'),
    )
  assert.deepEqual(shown(root.pieces), ['\n ', 'b', 'comment|| in ', 'instruction|pi|a  b', ' ', 'c'])
  assert.deepEqual(shown(piecesAround(root)), ['comment|| before ', 'a', 'instruction|after|'])
  assert.equal(root.value, '\n  12')
  assert.deepEqual(shown(readJudged(writeXml(root)).pieces), shown(root.pieces))
  assert.equal(readJudged('<a><b/></a>').pieces, undefined)
  assert.equal(readXml(text).pieces, undefined)
  assert.equal(piecesAround(readXml(text)), undefined)
})
