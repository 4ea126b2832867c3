import type { Random } from '../support/random.ts'
import type { Parts } from './parts.ts'

// Published examples break few rules. Here each assertion has its turn: its names and values are
// changed in the text of a document, so that comments, prefixes and white space stay.

/**
 * `count` texts, each with one to three changes for the parts of one assertion after the other. Some
 * are not well-formed or change nothing.
 */
export function mutated(
  document: string,
  assertions: readonly Parts[],
  { count, random }: { count: number; random: Random },
): readonly string[] {
  const order = random.shuffled(assertions)
  let turn = 0
  return Array.from({ length: count }, () => {
    let text = document
    for (let changes = 1 + random.below(3); changes > 0; changes -= 1) {
      const parts = order[turn % order.length]
      turn += 1
      if (parts) text = random.of(changesOf)(text, { parts, random })
    }
    return text
  })
}

interface Matter {
  readonly parts: Parts
  readonly random: Random
}

/** Changes a document for the matter of an assertion. */
type Change = (text: string, matter: Matter) => string

const changeText: Change = (text, matter) => {
  const found = leaf(text, matter)
  if (!found) return addElement(text, matter)
  const { at, open, inside } = found
  const start = at + open.length
  return text.slice(0, start) + escaped(valueFor(inside, text, matter)) + text.slice(start + inside.length)
}

const removeElements: Change = (text, { parts, random }) => {
  const names = random.of([parts.elements, parts.paths.flat()])
  if (names.length === 0) return text
  const local = localOf(random.of(names))
  return text.replaceAll(new RegExp(`(</?(?:[\\w.-]+:)?${local})(?=[\\s/>])`, 'g'), '$1Gone')
}

const doubleElement: Change = (text, matter) => {
  const found = leaf(text, matter)
  return found ? text.slice(0, found.at) + found.whole + text.slice(found.at) : text
}

const addElement: Change = (text, matter) => {
  const { parts, random } = matter
  const parent = parts.context.at(-1)
  if (parent === undefined) return text
  const name = random.of([...parts.elements, parent])
  const inside = element(name, escaped(valueFor('', text, matter)), matter)
  // Where the context is missing, all of it goes into the root.
  return inserted(text, parent, inside, random) ?? insertedAtTop(text, nested(parts.context.slice(-4), inside, matter))
}

/** A whole path of the test, below the context or, from the root, at the top. */
const addPath: Change = (text, matter) => {
  const { parts, random } = matter
  if (parts.paths.length === 0) return addElement(text, matter)
  const names = random.of(parts.paths)
  const inside = nested(names, escaped(valueFor('', text, matter)), matter)
  return inserted(text, parts.context.at(-1) ?? '', inside, random) ?? insertedAtTop(text, inside)
}

const removeAttributes: Change = (text, { parts, random }) => {
  if (parts.attributes.length === 0) return text
  return text.replaceAll(new RegExp(`\\s${random.of(parts.attributes)}="[^"<]*"`, 'g'), '')
}

const changeAttribute: Change = (text, matter) => {
  const { parts, random } = matter
  if (parts.attributes.length === 0) return changeText(text, matter)
  const name = random.of(parts.attributes)
  const value = ` ${name}="${escaped(valueFor('', text, matter))}"`
  // Every one, or one of them.
  if (random.below(4) === 0) return text.replaceAll(new RegExp(`\\s${name}="[^"<]*"`, 'g'), () => value)
  const found = leaf(text, matter)
  if (!found) return text
  const open = withAttribute(found.open, name, random.of([value, value, '']))
  return text.slice(0, found.at) + open + text.slice(found.at + found.open.length)
}

/** Every element of a name gets the value that the assertion compares it with, or its attribute does. */
const meetValue: Change = (text, matter) => {
  const { parts, random } = matter
  if (parts.wanted.length === 0) return random.of([addPath, changeText])(text, matter)
  const wanted = random.of(parts.wanted)
  const value = escaped(unescaped(wanted.value))
  const met = text.replaceAll(leavesOf(wanted.element), (_whole, open: string, _name, inside: string) => {
    const close = `</${/^<([\w.:-]+)/.exec(open)?.[1]}>`
    if (wanted.attribute === '') return open + value + close
    return withAttribute(open, wanted.attribute, ` ${wanted.attribute}="${value}"`) + inside + close
  })
  if (met !== text) return met
  const attribute = wanted.attribute === '' ? '' : ` ${wanted.attribute}="${value}"`
  const inside = wanted.attribute === '' ? value : escaped(valueFor('', text, matter))
  const added = withAttribute(element(wanted.element, inside, matter), wanted.attribute, attribute)
  const { context } = parts
  const parent = context.at(-1) === wanted.element ? context.at(-2) : context.at(-1)
  return inserted(text, parent ?? '', added, random) ?? text
}

const changesOf: readonly Change[] = [
  ...[changeText, changeText, changeText, removeElements, removeElements, doubleElement, addElement],
  ...[addPath, addPath, changeAttribute, changeAttribute, removeAttributes, meetValue, meetValue],
]

/** The document with the element of a context like `/a:b` as its root, or undefined. */
export function withRoot(text: string, name: string, { prefixes }: Pick<Parts, 'prefixes'>): string | undefined {
  const [prefix = '', local = ''] = name.includes(':') ? name.split(':') : ['', name]
  const open = /<([A-Za-z_][\w.:-]*)((?:\s[^<>]*)?)>/.exec(text)
  const end = text.lastIndexOf(`</${open?.[1]}`)
  if (!open || end < 0) return undefined
  const { 0: tag, 2: attributes, index } = open
  const begin = `<m:${local} xmlns:m="${escaped(prefixes.get(prefix) ?? '')}"${attributes?.replaceAll(/\s(?:xmlns:m|[\w.-]+:schemaLocation)="[^"]*"/g, '')}>`
  return `${text.slice(0, index)}${begin}${text.slice(index + tag.length, end)}</m:${local}>`
}

interface Leaf {
  readonly at: number
  readonly whole: string
  readonly open: string
  readonly inside: string
}

/** An element without elements inside, whose name the assertion has; often the one of its context. */
function leaf(text: string, { parts, random }: Matter): Leaf | undefined {
  if (parts.elements.length === 0) return undefined
  const name = random.of([random.of(parts.elements), parts.context.at(-1) ?? '', parts.elements.at(-1) ?? ''])
  const found = [...text.matchAll(leavesOf(name))]
  if (found.length === 0) return undefined
  const one = random.of(found)
  const [whole, open = '', , inside = ''] = one
  return { at: one.index, whole, open, inside }
}

function leavesOf(name: string): RegExp {
  return new RegExp(`(<((?:[\\w.-]+:)?${localOf(name)})(?:\\s[^<>]*[^/<>]|)>)([^<]*)</\\2>`, 'g')
}

/** Behind the opening tag of an element of that name; undefined if the text has no such element. */
function inserted(text: string, parent: string, inside: string, random: Random): string | undefined {
  const opens = [...text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${localOf(parent)}(?:\\s[^<>]*[^/<>]|)>`, 'g'))]
  if (parent === '' || opens.length === 0) return undefined
  const open = random.of(opens)
  const at = open.index + open[0].length
  return text.slice(0, at) + inside + text.slice(at)
}

function insertedAtTop(text: string, inside: string): string {
  return text.replace(/<[A-Za-z_][^<>]*[^/<>]>/, (open) => open + inside)
}

function nested(names: readonly string[], inside: string, matter: Matter): string {
  return names.reduceRight((below, above) => element(above, below, matter), inside)
}

/** An opening tag, or an element, with an attribute in the place of the one of its name. */
function withAttribute(open: string, name: string, attribute: string): string {
  if (name === '') return open
  const without = open.replace(new RegExp(`^(<[^<>]*?)\\s${name}="[^"]*"`), '$1')
  const at = without.search(/\/?>/)
  return without.slice(0, at) + attribute + without.slice(at)
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
  return unescaped(random.of([...parts.values.slice(0, 8), ...parts.values.slice(-4), odd, odd, near, other]))
}

function element(name: string, inside: string, { parts: { prefixes } }: Matter): string {
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
