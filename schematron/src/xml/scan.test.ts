import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inFullRunOnly, times } from '../../../test/support/effort.ts'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { libxmlTree } from '../../../test/support/xml/libxml-tree.ts'
import { Element } from './element.ts'
import { readXml } from './read.ts'
import { NotScanned, scanXml } from './scan.ts'

// Our tree of a text must equal the tree of libxml2 in everything.

const blanks = fc.constantFrom('', ' ', '\n', '\r\n', '\r', '\t', ' \t\r\n ')
const space = fc.constantFrom(' ', '\n', '\r\n', '\r', '\t', '  ')
const characters = fc.constantFrom(
  'x',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '>',
  '"',
  "'",
  ']',
  ']]',
  '-',
  '--',
  '?',
  '/',
  '=',
  'é',
  '😀',
  '\u0085',
  '\u2028',
  '\u00a0',
  '&lt;',
  '&gt;',
  '&amp;',
  '&quot;',
  '&apos;',
  '&#13;',
  '&#10;',
  '&#x9;',
  '&#x1F600;',
  '&amp;lt;',
)
const text = fc.array(characters, { maxLength: 8 }).map((parts) => parts.join('').replaceAll(']]>', ']]&gt;'))
const comment = text.map((inside) => `<!--${inside.replaceAll('-', '')}-->`)
const instruction = text.map((inside) => `<?go ${inside.replaceAll('?', '')}?>`)
const cdata = text.map((inside) => `<![CDATA[${inside.replaceAll(']', '')}<a b="&no;">]]>`)
const quoted = fc.tuple(text, fc.constantFrom('"', "'")).map(([value, quote]) => {
  return `${quote}${value.replaceAll(quote, '')}${quote}`
})
const namespace = fc.constantFrom('"urn:x"', "'urn:y'", '"urn:&#x78;"', '"urn:a&amp;b"', '"http://example.org/&lt;x"')
const prefix = fc.constantFrom('', 'p:', 'q:', 'xml:')
const local = fc.constantFrom('a', 'b', 'c-d.e_f', 'é', 'x\u1680')

const declaration = fc.oneof(
  fc.tuple(fc.constantFrom('xmlns:p', 'xmlns:q', 'xmlns'), namespace).map(([name, value]) => [name, value] as const),
  fc.constant(['xmlns', '""'] as const),
)
const attribute = fc.tuple(prefix, local, quoted).map(([before, name, value]) => [before + name, value] as const)
const attributes = fc
  .array(fc.tuple(space, fc.oneof(attribute, declaration), blanks, blanks), { maxLength: 4 })
  .map((all) => all.map(([before, [name, value], one, other]) => `${before}${name}${one}=${other}${value}`).join(''))

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      prefix,
      local,
      attributes,
      blanks,
      fc.array(fc.oneof({ depthSize: 'small' }, text, comment, instruction, cdata, tie('element')), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([before, name, inTag, end, content, isShort]) =>
      content.length === 0 && isShort
        ? `<${before}${name}${inTag}${end}/>`
        : `<${before}${name}${inTag}${end}>${content.join('')}</${before}${name}${end}>`,
    ),
}))
const around = fc.array(fc.oneof(comment, instruction, space), { maxLength: 3 }).map((parts) => parts.join(''))
const documents = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>'),
    around,
    element,
    around,
  )
  .map(([head, before, root, after]) => {
    // Declares most prefixes, and redeclares them further inside.
    const declared = root.replace(/^<([^\s/>]+)/, '<$1 xmlns:p="urn:p" xmlns:q="urn:x"')
    return head + before + declared + after
  })

const runs = times({ quick: 300, full: 3_000, long: 200_000 })

test('our tree of a text equals that of libxml2', () => {
  let wellFormed = 0
  fc.assert(
    fc.property(documents, (source) => {
      const theirs = libxmlTree(source)
      if (theirs === undefined) return
      wellFormed += 1
      assert.deepEqual(shapeOf(scanXml(source, 100)), shapeOf(theirs))
    }),
    { numRuns: runs },
  )
  assert.ok(wellFormed > runs / 5, `${wellFormed} of ${runs} texts were XML`)
})

test('a byte order mark inside is a character like any other', () => {
  // libxml2's tree differs here, so the test above leaves this out.
  assert.equal(readXml('<z\uFEFF/>').name.local, 'z\uFEFF')
  assert.equal(readXml('<a>\uFEFF0123456789abcdef</a>').text, '\uFEFF0123456789abcdef')
})

test('a damaged text is refused, or has the same tree as in libxml2', () => {
  const edit = fc.tuple(
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.constantFrom('', '<', '>', '&', '"', "'", '=', ':', ']]>', '<!--', '/'),
  )
  let refused = 0
  fc.assert(
    fc.property(documents, fc.array(edit, { minLength: 1, maxLength: 2 }), (source, edits) => {
      let broken = source
      for (const [place, cut, put] of edits) {
        const at = place % (broken.length + 1)
        broken = broken.slice(0, at) + put + broken.slice(at + cut)
      }
      const theirs = libxmlTree(broken)
      if (theirs === undefined) {
        refused += 1
        assert.throws(() => readXml(broken))
      } else if (!/^\uFEFF|<!DOCTYPE/.test(broken)) {
        assert.deepEqual(shapeOf(scanXml(broken, 100)), shapeOf(theirs))
      }
    }),
    { numRuns: runs },
  )
  assert.ok(refused > runs / 4)
})

test('text that a parser should have refused causes an error, not a wrong tree or an endless loop', () => {
  for (const source of [
    '',
    'x',
    '<',
    '<a',
    '<a ',
    '<a b',
    '<a b=',
    '<a b="',
    '<a>',
    '<a><',
    '<a></a',
    '<a><!--',
    '<p:a/>',
  ]) {
    assert.throws(() => scanXml(source, 100), NotScanned)
  }
})

test('the cost of namespaces declared everywhere is linear in the text', { skip: inFullRunOnly }, async () => {
  const declared = (count: number) => Array.from({ length: count }, (_, at) => ` xmlns:n${at}="urn:${at}"`).join('')
  await assertNoSquare((size) => {
    const root = `<a${declared(size / 4)}>${'<a xmlns:m="urn:m"><m:b/></a>'.repeat(size)}</a>`
    return () => assert.equal(readXml(root).children.length, size)
  }, 2_000)
})

function shapeOf(element: Element): unknown {
  const { name, attributes, text: own, children, pieces } = element
  const { namespace, local, prefix } = name
  return {
    // The id depends on the names that were read before.
    name: { namespace, local, prefix },
    attributes: [...attributes],
    text: own,
    children: children.map(shapeOf),
    pieces: pieces?.map((piece) => (piece instanceof Element ? children.indexOf(piece) : piece)),
  }
}
