/** What a reader of a part hears, in the order of the text. Names have no prefix. */
export interface XmlEvents {
  /** The value of an attribute by its name without prefix; undefined when the tag has none. */
  open?(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** The text is not XML that we read: it is damaged, or declares entities. */
export class XmlBroken extends Error {
  override readonly name = 'XmlBroken'
}

/**
 * Reads the XML of one part of a workbook in one pass. A sheet has millions of elements, so no tree
 * is built. A document type declaration is refused: there are no entities but the five of XML, and
 * nothing to fetch or to multiply. Source: XML 1.0.
 */
export function readXmlEvents(text: string, events: XmlEvents): void {
  const open: string[] = []
  let [at, hasRoot] = [0, false]
  for (;;) {
    const tag = text.indexOf('<', at)
    const between = tag < 0 ? text.slice(at) : text.slice(at, tag)
    if (open.length > 0) events.text?.(decoded(between))
    else if (/[^\s\ufeff]/.test(between)) throw new XmlBroken('text outside the root element')
    if (tag < 0) break
    if (text.startsWith('<!--', tag)) at = after(text, '-->', tag + 4)
    else if (text.startsWith('<?', tag)) at = after(text, '?>', tag + 2)
    else if (text.startsWith('<![CDATA[', tag) && open.length > 0) {
      at = after(text, ']]>', tag + 9)
      events.text?.(text.slice(tag + 9, at - 3))
    } else if (text.startsWith('<!', tag)) throw new XmlBroken('a document type declaration')
    else if (text.startsWith('</', tag)) {
      at = after(text, '>', tag)
      const name = localName(text.slice(tag + 2, at - 1).trimEnd())
      if (open.pop() !== name) throw new XmlBroken('tags do not match')
      events.close?.(name)
    } else {
      if (open.length === 0 && hasRoot) throw new XmlBroken('a second root element')
      hasRoot = true
      at = endOfTag(text, tag + 1)
      const isEmpty = text[at - 2] === '/'
      const inside = text.slice(tag + 1, isEmpty ? at - 2 : at - 1)
      const name = localName(/^[^\s/]+/.exec(inside)?.[0] ?? '')
      events.open?.(name, (attribute) => attributeOf(inside, attribute))
      if (isEmpty) events.close?.(name)
      else if (open.push(name) > depthMax) throw new XmlBroken('elements are nested too deep')
    }
  }
  if (open.length > 0 || !hasRoot) throw new XmlBroken('it is cut off')
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  if (found < 0) throw new XmlBroken(`there is no ${end}`)
  return found + end.length
}

/** Behind the `>` of a tag: one in quotes belongs to a value. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '>') {
      if (at - from > tagCharactersMax) throw new XmlBroken('a tag is too long')
      return at + 1
    }
    if (character === '<') break
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1)
      if (at < 0) break
    }
  }
  throw new XmlBroken('a tag does not end')
}

/** The attributes of a workbook are references, numbers and formats. */
const tagCharactersMax = 64 * 1024

function attributeOf(tag: string, wanted: string): string | undefined {
  for (const [, name = '', quoted = ''] of tag.matchAll(/([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    if (localName(name) === wanted) return decoded(quoted.slice(1, -1))
  }
  return undefined
}

function localName(name: string): string {
  if (name === '') throw new XmlBroken('a tag has no name')
  return name.slice(name.indexOf(':') + 1)
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([^;&]{0,20}));?/g,
    (_, hexadecimal, decimal, name) => {
      if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16))
      if (decimal !== undefined) return character(Number(decimal))
      const known = entities.get(name)
      if (known === undefined) throw new XmlBroken('an unknown entity')
      return known
    },
  )
}

function character(code: number): string {
  if (code === 0 || code > 0x10_ffff) throw new XmlBroken('a character that there is not')
  return String.fromCodePoint(code)
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const depthMax = 100
