import { Element } from '@selfbill/schematron/xml'
import type { XmlNode } from 'libxml2-wasm'
import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlParseError, XmlText, XmlTreeNode } from 'libxml2-wasm'
import type { Pieces } from '../../../schematron/src/xml/element.ts'
import { DocumentNames } from '../../../schematron/src/xml/name.ts'

/**
 * The tree that libxml2 builds from a text, copied node by node, to compare with our own. Undefined
 * if libxml2 refuses the text.
 */
export function libxmlTree(text: string): Element | undefined {
  const option = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(text, { option })
  } catch (error) {
    if (error instanceof XmlParseError) return undefined
    throw error
  }
  try {
    return elementOf(document.root, new DocumentNames())
  } finally {
    document.dispose()
  }
}

function elementOf(node: XmlElement, names: DocumentNames): Element {
  const pieces = piecesOf(node, names)
  const children = pieces.filter((piece) => piece instanceof Element)
  const texts = pieces.filter((piece) => typeof piece === 'string')
  const blank = children.length > 0 && texts.every((text) => /^[ \t\r\n]*$/.test(text))
  const plain = blank || (children.length === 0 && texts.length <= 1)
  const name = names.of(node.namespaceUri, node.name, node.prefix)
  const text = blank ? '' : texts.join('')
  return new Element(name, attributesOf(node), children, text, undefined, plain ? undefined : pieces)
}

function piecesOf(node: XmlElement, names: DocumentNames): Pieces {
  const pieces: (string | Element)[] = []
  let text = ''
  for (const child of childrenOf(node)) {
    if (child instanceof XmlText || child instanceof XmlCData) {
      text += child.content
      continue
    }
    if (text !== '') pieces.push(text)
    text = ''
    if (child instanceof XmlElement) pieces.push(elementOf(child, names))
  }
  if (text !== '') pieces.push(text)
  return pieces
}

function childrenOf(node: XmlElement): readonly XmlNode[] {
  const children: XmlNode[] = []
  for (let child = node.firstChild; child !== null; ) {
    // The library returns no next sibling of a processing instruction; then children are found by
    // path.
    if (!(child instanceof XmlTreeNode)) return node.find('node()')
    children.push(child)
    child = child.next
  }
  return children
}

function attributesOf(node: XmlElement): string[] {
  const attributes: string[] = []
  for (const attribute of node.attrs) {
    const namespace = attribute.namespaceUri
    attributes.push(namespace === '' ? attribute.name : `{${namespace}}${attribute.name}`, attribute.value)
  }
  return attributes
}
