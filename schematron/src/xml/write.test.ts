import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element, leaf, tree } from './element.ts'
import { nameOf } from './name.ts'
import { readXml } from './read.ts'
import { writeXml, writtenXml } from './write.ts'

const [a, b] = ['urn:test:a', 'urn:test:b']

test('a prefix is declared on the root, and again where it means something else', () => {
  const inner = tree(nameOf(b, 'inner', 'p'), [leaf(nameOf(b, 'leaf', 'p'), 'x'), leaf(nameOf(a, 'leaf', 'q'), 'y')])
  const root = tree(nameOf(a, 'root', 'p'), [inner, leaf(nameOf(a, 'last', 'p'), '')])
  assert.equal(
    writeXml(root).slice(writeXml(root).indexOf('<p:root')),
    `<p:root xmlns:p="${a}" xmlns:q="${a}"><p:inner xmlns:p="${b}"><p:leaf>x</p:leaf><q:leaf>y</q:leaf></p:inner>` +
      '<p:last></p:last></p:root>',
  )
})

test('an attribute with a namespace gets a prefix that no element uses', () => {
  const marked = new Element(nameOf(a, 'leaf', 'a'), [`{${b}}unit`, 'a\tb\n"'], [], 'x', undefined)
  const text = writeXml(tree(nameOf(a, 'root', ''), [marked, leaf(nameOf(b, 'leaf', 'a1'), 'y')]))
  assert.ok(text.includes(`<root xmlns="${a}" xmlns:a="${a}" xmlns:a1="${b}" xmlns:a1_="${b}">`), text)
  assert.ok(text.includes('<a:leaf a1_:unit="a&#9;b&#10;&quot;">x</a:leaf>'), text)
  assert.equal(writeXml(readXml(text)), text)
})

test('many children are written like few, each once and in order, with their prefixes', () => {
  const children = Array.from({ length: 1000 }, (_, at) =>
    leaf(nameOf(at % 2 ? a : b, 'leaf', at % 2 ? '' : 'p'), `${at}`),
  )
  const { text } = writtenXml(tree(nameOf(a, 'root', ''), children))
  const written = children.map((_, at) => (at % 2 ? `<leaf>${at}</leaf>` : `<p:leaf>${at}</p:leaf>`)).join('')
  assert.equal(text.slice(text.indexOf('<root')), `<root xmlns="${a}" xmlns:p="${b}">${written}</root>`)
})

test('a document that is a part of another is written once, with the same text', () => {
  const part = () => tree(nameOf(a, 'part', ''), [leaf(nameOf(a, 'x', 'p'), '<&>'), leaf(nameOf(b, 'y', 'q'), 'z')])
  const whole = (inner: Element, prefix: string, namespace: string) =>
    tree(nameOf(namespace, 'whole', prefix), [tree(nameOf(b, 'holder', 'h'), [inner]), leaf(nameOf(a, 'end', 'p'), '')])
  const meanings = [
    ['w', a],
    ['p', a],
    // The part uses the next three in another meaning, so it is written again.
    ['p', b],
    ['q', a],
    ['', b],
  ] as const
  for (const [prefix, namespace] of meanings) {
    const known = writtenXml(part())
    assert.equal(
      writtenXml(whole(known.root, prefix, namespace), known).text,
      writeXml(whole(part(), prefix, namespace)),
    )
  }
  // Proof that the known text is used: this one says something else.
  const known = { ...writtenXml(part()), content: 'known' }
  assert.ok(writtenXml(whole(known.root, 'w', a), known).text.includes('>known</part>'))
})
