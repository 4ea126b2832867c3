import { isBlank } from './blank.ts'
import { type Attributes, Element, type Pieces, Remark, rememberAround, rememberWritten } from './element.ts'
import type { Name } from './name.ts'
import { DocumentNames, xmlNamespace } from './name.ts'

/**
 * Cuts the tree from a text that a parser has accepted as well-formed XML without a document type
 * declaration. Such a text can be cut in one way only, so names, references and quotation marks
 * need no checks. Copying the parser's own tree, node by node, costs three times as much as
 * parsing. Source: XML 1.0 (2.4 to 2.11, 3.1, 3.3.3, 4.1), Namespaces in XML 1.0 (6).
 *
 * @throws NotScanned
 */
export function scanXml(text: string, depthMax: number, kept: Kept = 'content'): Element {
  return new Scanner(text, depthMax, kept).root()
}

/**
 * `all`: white space between child elements, comments and instructions too, for the rules of
 * others.
 */
export type Kept = 'content' | 'all'

/**
 * Elements are nested too deep, or the text is not well-formed after all. `at` is the position in
 * UTF-16 units.
 */
export class NotScanned extends Error {
  readonly at: number

  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

class Scanner {
  readonly #text: string
  readonly #depthMax: number
  readonly #kept: Kept
  readonly #documentNames = new DocumentNames()
  #at = 0

  constructor(text: string, depthMax: number, kept: Kept) {
    this.#text = text
    this.#depthMax = depthMax
    this.#kept = kept
  }

  root(): Element {
    const before = this.#remarksBefore('<')
    this.#at += 1
    const root = this.#element(new Scope(alwaysDeclared, undefined), 1)
    if (this.#kept === 'all') {
      const pieces = [...before, root, ...this.#remarksBefore(undefined)]
      if (pieces.length > 1) rememberAround(root, pieces)
    }
    return root
  }

  /** The remarks up to the root element, or after it up to the end. */
  #remarksBefore(tag: '<' | undefined): Remark[] {
    const found: Remark[] = []
    for (;;) {
      const open = tag === undefined ? this.#text.indexOf('<', this.#at) : this.#find('<', this.#at)
      if (open < 0) return found
      this.#at = open
      if (!/[?!]/.test(this.#text.charAt(open + 1))) return found
      const remark = this.#remark(open)
      // The XML declaration is no instruction.
      if (remark.name !== 'xml') found.push(remark)
    }
  }

  /** Reads from after the `<` of the start tag to the end of the element. */
  #element(outer: Scope, depth: number): Element {
    if (depth > this.#depthMax) throw new NotScanned(`elements are nested more than ${this.#depthMax} deep`, this.#at)
    const written = this.#upTo(endsName)
    const attributes: string[] = []
    const declared = this.#attributes(attributes)
    const scope = declared === undefined ? outer : new Scope(declared, outer)
    this.#resolveNames(attributes, scope)
    const name = this.#elementName(written, scope)
    if (this.#text.charCodeAt(this.#at) === slash) {
      this.#at += 2
      return new Element(name, attributes.length === 0 ? nothing : attributes, noChildren, '', undefined)
    }
    this.#at += 1
    return this.#content(name, attributes.length === 0 ? nothing : attributes, scope, depth)
  }

  /**
   * Reads attributes up to the end of the tag. Returns the namespace declarations and adds the
   * others to `found`.
   */
  #attributes(found: string[]): Map<string, string> | undefined {
    const text = this.#text
    let declared: Map<string, string> | undefined
    for (;;) {
      while (isBlank(text.charCodeAt(this.#at))) this.#at += 1
      const code = text.charCodeAt(this.#at)
      if (code === greater || code === slash) return declared
      const name = this.#upTo(endsAttributeName)
      const equals = this.#find('=', this.#at)
      let quote = equals + 1
      while (isBlank(text.charCodeAt(quote))) quote += 1
      const end = this.#find(text.charAt(quote), quote + 1)
      const value = attributeValue(text.slice(quote + 1, end))
      this.#at = end + 1
      if (name === 'xmlns') declared = (declared ?? new Map()).set('', value)
      else if (name.startsWith('xmlns:')) declared = (declared ?? new Map()).set(name.slice('xmlns:'.length), value)
      else found.push(name, value)
    }
  }

  /** Reads from after the start tag to the end of the end tag. */
  #content(name: Name, attributes: Attributes, scope: Scope, depth: number): Element {
    const text = this.#text
    const pieces: Pieces[number][] = []
    let held = ''
    for (;;) {
      const open = this.#find('<', this.#at)
      if (open > this.#at) held += textOf(text.slice(this.#at, open))
      const next = text.charCodeAt(open + 1)
      if (next === exclamation && text.charCodeAt(open + 2) === bracket) {
        const end = this.#find(']]>', open)
        held += withPlainEnds(text.slice(open + '<![CDATA['.length, end))
        this.#at = end + ']]>'.length
        continue
      }
      if (held !== '') pieces.push(held)
      held = ''
      if (next === slash) {
        this.#at = this.#find('>', open) + 1
        return elementOf(name, attributes, pieces, this.#kept)
      }
      if (next === question || next === exclamation) {
        const remark = this.#remark(open)
        if (this.#kept === 'all') pieces.push(remark)
      } else {
        this.#at = open + 1
        pieces.push(this.#element(scope, depth + 1))
      }
    }
  }

  /** Reads a comment or an instruction, and moves past it. */
  #remark(open: number): Remark {
    const isComment = this.#text.charCodeAt(open + 1) === exclamation
    const start = open + (isComment ? '<!--' : '<?').length
    const end = this.#find(isComment ? '-->' : '?>', start)
    this.#at = end + (isComment ? '-->' : '?>').length
    if (this.#kept !== 'all') return dropped
    const text = withPlainEnds(this.#text.slice(start, end))
    if (isComment) return new Remark('comment', '', text)
    const [name = ''] = text.split(/[ \t\n]/, 1)
    const rest = text.slice(name.length)
    const blanks = rest.search(/[^ \t\n]/)
    return new Remark('instruction', name, blanks === -1 ? '' : rest.slice(blanks))
  }

  #elementName(written: string, scope: Scope): Name {
    const known = scope.names.get(written)
    if (known !== undefined) return known
    const colon = written.indexOf(':')
    const prefix = colon < 0 ? '' : written.slice(0, colon)
    const name = this.#documentNames.of(this.#namespace(prefix, scope), written.slice(colon + 1), prefix)
    scope.names.set(written, name)
    return name
  }

  /** The default namespace does not apply to attributes. */
  #resolveNames(attributes: string[], scope: Scope): void {
    let prefixes: Map<string, string> | undefined
    for (let at = 0; at < attributes.length; at += 2) {
      const written = attributes[at] ?? ''
      const colon = written.indexOf(':')
      if (colon < 0) continue
      const name = `{${this.#namespace(written.slice(0, colon), scope)}}${written.slice(colon + 1)}`
      attributes[at] = name
      prefixes = (prefixes ?? new Map()).set(name, written)
    }
    if (prefixes) rememberWritten(attributes, prefixes)
  }

  #namespace(prefix: string, scope: Scope): string {
    const namespace = scope.namespace(prefix)
    if (namespace === undefined) throw new NotScanned(`the namespace prefix ${prefix} is not declared`, this.#at)
    return namespace
  }

  #upTo(ends: RegExp): string {
    ends.lastIndex = this.#at
    if (!ends.test(this.#text)) throw new NotScanned('a tag does not end', this.#at)
    const from = this.#at
    this.#at = ends.lastIndex - 1
    return this.#text.slice(from, this.#at)
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from)
    if (found < 0) throw new NotScanned(`there is no ${what}`, from)
    return found
  }
}

/**
 * The prefixes of an element and the names seen with them. Elements without declarations share the
 * scope of their parent.
 */
class Scope {
  readonly names = new Map<string, Name>()
  readonly #declared: ReadonlyMap<string, string>
  readonly #outer: Scope | undefined

  constructor(declared: ReadonlyMap<string, string>, outer: Scope | undefined) {
    this.#declared = declared
    this.#outer = outer
  }

  /**
   * The namespace of a prefix, '' for the default namespace; undefined when not declared. Scopes
   * are nested like elements.
   */
  namespace(prefix: string): string | undefined {
    const namespace = this.#declared.get(prefix)
    return namespace === undefined && this.#outer !== undefined ? this.#outer.namespace(prefix) : namespace
  }
}

const alwaysDeclared = new Map([
  ['', ''],
  ['xml', xmlNamespace],
])

const endsName = /[ \t\r\n/>]/g
const endsAttributeName = /[ \t\r\n=]/g
const exclamation = 0x21
const slash = 0x2f
const greater = 0x3e
const question = 0x3f
const bracket = 0x5b
const nothing: Attributes = []
const noChildren: readonly Element[] = []
const dropped = new Remark('comment', '', '')

function elementOf(name: Name, attributes: Attributes, pieces: Pieces, kept: Kept): Element {
  const [first] = pieces
  if (pieces.length === 0) return new Element(name, attributes, noChildren, '', undefined)
  if (pieces.length === 1 && typeof first === 'string')
    return new Element(name, attributes, noChildren, first, undefined)
  const children = pieces.filter((piece) => piece instanceof Element)
  const texts = pieces.filter((piece) => typeof piece === 'string')
  const isPlain =
    kept === 'content' ? children.length > 0 && texts.every(isBlankText) : children.length === pieces.length
  return new Element(name, attributes, children, isPlain ? '' : texts.join(''), undefined, isPlain ? undefined : pieces)
}

/**
 * Resolves references after normalising line ends, so that a carriage return written as a reference
 * stays.
 */
function textOf(raw: string): string {
  const plain = withPlainEnds(raw)
  return plain.includes('&') ? plain.replace(references, resolved) : plain
}

/** Blanks become spaces, except those written as references. */
function attributeValue(raw: string): string {
  const plain = withPlainEnds(raw)
  const spaced = /[\t\n]/.test(plain) ? plain.replace(/[\t\n]/g, ' ') : plain
  return spaced.includes('&') ? spaced.replace(references, resolved) : spaced
}

function withPlainEnds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
}

const references = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(lt|gt|amp|quot|apos));/g
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function resolved(_: string, hexadecimal: string | undefined, decimal: string | undefined, name: string): string {
  if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16))
  return decimal === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(decimal))
}

function isBlankText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isBlank(text.charCodeAt(at))) return false
  return true
}
