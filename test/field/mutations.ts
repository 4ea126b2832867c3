import type { Assertion } from '@selfbill/schematron/engine'
import type { Random } from '../support/random.ts'

// Published examples break few rules. Here each assertion has its turn: its names and values are
// changed in the text of a document, so that comments, prefixes and white space stay.

/**
 * `count` texts, each with one to three changes for one assertion after the other. Some are not
 * well-formed or change nothing.
 */
export function mutated(
  document: string,
  assertions: readonly Assertion[],
  { count, prefixes, random }: { count: number; prefixes: Prefixes; random: Random },
): readonly string[] {
  const order = random.shuffled(assertions)
  let turn = 0
  return Array.from({ length: count }, () => {
    let text = document
    for (let changes = 1 + random.below(3); changes > 0; changes -= 1) {
      const assertion = order[turn % order.length]
      turn += 1
      if (assertion) text = random.of(changesOf)(text, { parts: partsOf(assertion), prefixes, random })
    }
    return text
  })
}

/** The namespaces of the prefixes of a schema. */
export type Prefixes = ReadonlyMap<string, string>

interface Matter {
  readonly parts: Parts
  readonly prefixes: Prefixes
  readonly random: Random
}

/** Changes a document for the matter of an assertion. */
type Change = (text: string, matter: Matter) => string

/** What the context and the test of an assertion name. */
interface Parts {
  /** Elements of the context and of both, with the prefixes of the schema. */
  readonly context: readonly string[]
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
  readonly values: readonly string[]
}

function partsOf({ context, test }: Assertion): Parts {
  const both = `${context} ${test}`
  const bare = both.replaceAll(literal, ' ')
  const values = [...both.matchAll(literal)].flatMap(([, single = '', double = '']) => wordsOf(single + double))
  const numbers = bare.match(/\b\d+(?:\.\d+)?\b/g) ?? []
  return {
    context: elementsIn(context.replaceAll(literal, ' ')),
    elements: elementsIn(bare),
    attributes: [...bare.matchAll(/@([\w.-]+)(?!:)/g)].flatMap(([, name]) => name ?? []),
    values: [...values, ...numbers],
  }
}

const literal = /'([^']*)'|"([^"]*)"/g

/** A code list in one literal gives some of its codes. */
function wordsOf(value: string): readonly string[] {
  const words = value.trim().split(/[\s|,]+/)
  return words.length > 3 ? [words[0] ?? '', words[1] ?? '', words.at(-1) ?? ''] : [value, ...words]
}

function elementsIn(expression: string): readonly string[] {
  const names = expression.matchAll(/(?<![@$\w.:-])((?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)(?!\s*\(|[\w.:-])/g)
  return [...names].flatMap(([, name = '']) => (keywords.has(name) ? [] : name))
}

const keywords: ReadonlySet<string> = new Set(
  'and or div mod idiv if then else for in return some every satisfies to eq ne lt gt le ge is as of'.split(' '),
)

const changeText: Change = (text, matter) => {
  const found = leaves(text, matter)
  if (!found) return addElement(text, matter)
  const { at, open, inside } = found
  const start = at + open.length
  return text.slice(0, start) + escaped(valueFor(inside, text, matter)) + text.slice(start + inside.length)
}

const removeElements: Change = (text, { parts, random }) => {
  if (parts.elements.length === 0) return text
  const local = localOf(random.of(parts.elements))
  return text.replaceAll(new RegExp(`(</?(?:[\\w.-]+:)?${local})(?=[\\s/>])`, 'g'), '$1Gone')
}

const doubleElement: Change = (text, matter) => {
  const found = leaves(text, matter)
  return found ? text.slice(0, found.at) + found.whole + text.slice(found.at) : text
}

const addElement: Change = (text, matter) => {
  const { parts, random } = matter
  const parent = parts.context.at(-1)
  if (parent === undefined) return text
  const name = random.of([...parts.elements, parent])
  const inside = element(name, escaped(valueFor('', text, matter)), matter)
  const opens = [...text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${localOf(parent)}(?:\\s[^<>]*[^/<>]|)>`, 'g'))]
  // Where the context is missing, all of it goes into the root.
  if (opens.length === 0) {
    const path = parts.context.slice(-4).reduceRight((below, above) => element(above, below, matter), inside)
    return text.replace(/<[A-Za-z_][^<>]*[^/<>]>/, (open) => open + path)
  }
  const open = random.of(opens)
  const at = open.index + open[0].length
  return text.slice(0, at) + inside + text.slice(at)
}

const changeAttribute: Change = (text, matter) => {
  const { parts, random } = matter
  if (parts.attributes.length === 0) return changeText(text, matter)
  const name = random.of(parts.attributes)
  const places = [...text.matchAll(new RegExp(`\\s${name}="([^"<]*)"`, 'g'))]
  const value = ` ${name}="${escaped(valueFor('', text, matter))}"`
  if (places.length === 0 || random.below(4) === 0) {
    const found = leaves(text, matter)
    if (!found || found.open.includes(` ${name}=`)) return text
    const at = found.at + found.open.search(/\/?>$/)
    return text.slice(0, at) + value + text.slice(at)
  }
  const place = random.of(places)
  return text.slice(0, place.index) + random.of([value, value, '']) + text.slice(place.index + place[0].length)
}

const changesOf: readonly Change[] = [
  ...[changeText, changeText, changeText, removeElements, doubleElement, addElement, addElement],
  ...[changeAttribute, changeAttribute],
]

interface Leaf {
  readonly at: number
  readonly whole: string
  readonly open: string
  readonly inside: string
}

/** An element without elements inside, whose name the assertion has. */
function leaves(text: string, { parts, random }: Matter): Leaf | undefined {
  if (parts.elements.length === 0) return undefined
  const name = `((?:[\\w.-]+:)?${localOf(random.of(parts.elements))})`
  const found = [...text.matchAll(new RegExp(`(<${name}(?:\\s[^<>]*)?>)([^<]*)</\\2>`, 'g'))]
  if (found.length === 0) return undefined
  const one = random.of(found)
  const [whole, open = '', , inside = ''] = one
  return { at: one.index, whole, open, inside }
}

function valueFor(now: string, text: string, { parts, random }: Matter): string {
  const other = random.of([...text.matchAll(/>([^<>]{1,60})</g)].map(([, value]) => value ?? '').concat(''))
  const odd = random.of([
    '',
    ' ',
    'QQQQ',
    '0',
    '-1',
    '0.001',
    '1e2',
    'NaN',
    '2026-02-30',
    'true',
    ' 5\n',
    '\u00e9',
    now,
  ])
  const near = random.of([`${now}x`, now.slice(1), ` ${now} `, now.toLowerCase(), now.replace(/\d/, '9'), `${now}0`])
  return unescaped(random.of([...parts.values, ...parts.values, odd, near, other]))
}

function element(name: string, inside: string, { prefixes }: Matter): string {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  const uri = prefixes.get(prefix ?? '') ?? ''
  if (uri === '') return `<${local} xmlns="">${inside}</${local}>`
  return `<m:${local} xmlns:m="${escaped(uri)}">${inside}</m:${local}>`
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1).replaceAll('.', '\\.')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function unescaped(text: string): string {
  return text.replaceAll(/&[^;]*;/g, '')
}
