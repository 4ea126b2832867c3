import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { branch, Element, leaf } from './element.ts'
import { locationOf, positionOf } from './location.ts'
import { DocumentNames, nameOf } from './name.ts'
import { readXml, XmlUnreadable } from './read.ts'
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

test('text between child elements is kept in its place', () => {
  const root = readXml('<a>one <b>two</b> three</a>')
  assert.equal(root.value, 'one two three')
  assert.equal(root.pieces?.length, 3)
})

test('attributes have local names, or their namespace before them; declarations are none', () => {
  const root = readXml('<a x="1" xmlns:p="urn:p" p:y="2" xml:lang="en"/>')
  assert.equal(root.attribute('x'), '1')
  assert.equal(root.attribute('{urn:p}y'), '2')
  assert.equal(root.attribute('{http://www.w3.org/XML/1998/namespace}lang'), 'en')
  assert.equal(root.attributes.length, 6)
})

test('what is not well-formed is refused with its line', () => {
  refused('<a>\n<b></a>', /not well-formed/, 2)
  refused('', /not well-formed/)
  refused('<a/><b/>', /not well-formed/)
  refused('<a>&nbsp;</a>', /Entity/)
  refused('<p:a/>', /not well-formed|[Nn]amespace/)
})

test('a document type declaration is refused before anything in it is looked at', () => {
  const bomb = `<?xml version="1.0"?>\n<!-- <a> -->\n<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "${'&x;'.repeat(50)}">]>\n<a>&y;</a>`
  refused(bomb, /document type declaration/, 3)
  refused('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /document type declaration/)
  refused('\uFEFF<!DOCTYPE a><a/>', /document type declaration/)
  assert.equal(readXml('<a>&lt;!DOCTYPE a></a>').text, '<!DOCTYPE a>')
})

test('only UTF-8 is read', () => {
  refused('<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /ISO-8859-1/)
  refused(Buffer.from('<a>é</a>', 'latin1'), /not UTF-8/)
  refused(Buffer.from('\uFEFF<a/>', 'utf16le'), /not UTF-8/)
  // Without its mark UTF-16 is UTF-8 with a NUL in every place, behind which a DOCTYPE could hide.
  const hidden = Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'utf16le')
  refused(hidden, /NUL/)
  refused(Buffer.from(hidden).swap16(), /NUL/)
  refused(`<?xml version="1.0"${' '.repeat(500)}encoding="ISO-8859-1"?><a/>`, /longer than 400/)
  assert.equal(readXml(Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-8"?><a>فاتورة</a>')).text, 'فاتورة')
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

test('what is written is read back the same', () => {
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
    return typeof piece === 'string' ? piece : shapeOf(piece)
  })
  return { name: name.qualified, namespace: name.namespace, attributes: [...attributes], content }
}

test('a location has the author’s prefixes and the place of every step but the root', () => {
  const root = readXml('<Invoice xmlns:c="urn:c"><c:Line/><c:Line><c:Item/></c:Line><Line/></Invoice>')
  const [first, second, other] = root.children
  assert.ok(first && second?.children[0] && other)
  assert.equal(locationOf(root), '/Invoice')
  assert.equal(locationOf(first), '/Invoice/c:Line[1]')
  assert.equal(locationOf(second.children[0]), '/Invoice/c:Line[2]/c:Item[1]')
  assert.equal(locationOf(other), '/Invoice/Line[1]')
  assert.equal(positionOf(root), 1)
})

test('the locations of all lines cost no more than the tree is long', () => {
  const lines = Array.from({ length: 50_000 }, () => leaf(a, 'x'))
  const root = branch(a, lines)
  assert.ok(root)
  const start = performance.now()
  assert.equal(lines.map(locationOf).at(-1), '/a/a[50000]')
  assert.ok(performance.now() - start < 2000)
})

test('names of hostile documents are not remembered for ever', () => {
  const known = nameOf('urn:known', 'x', 'k')
  const names = new DocumentNames()
  const made = Array.from({ length: 20_000 }, (_, at) => names.of('urn:flood', `n${at}`, 'f'))
  const last = made.at(-1)
  assert.ok(last && last.id < 0)
  assert.equal(new Set(made.map(({ id }) => id)).size, made.length)
  assert.equal(names.of('urn:flood', 'n19999', 'other').id, last.id)
  assert.equal(names.of('urn:known', 'x', 'other').id, known.id)
})
