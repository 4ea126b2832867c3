import { SchematronError } from '../errors.ts'
import type { Element } from '../xml/element.ts'
import { xslNamespace } from './declared-function.ts'
import { schematronNamespace } from './schematron-element.ts'

/**
 * Refuses every element and attribute of a schema that nothing here reads, with its place: what the
 * standard has and we do not, what later editions add, and what is misspelt. Elements and
 * attributes of other namespaces are the author's own and have no meaning, but for XSLT. Source:
 * ISO/IEC 19757-3:2016, 5.4 and Annex A.
 *
 * @throws SchematronError
 */
export function checkGrammar(root: Element, file: string, fileOf: (element: Element) => string | undefined): void {
  check(root, { file, place: '' }, fileOf)
}

interface Place {
  readonly file: string
  /** Such as `pattern p, rule a, assert x`. */
  readonly place: string
}

/** What an element may hold. `texts`: anything, written for people. */
interface Content {
  readonly attributes: ReadonlySet<string>
  readonly children: ReadonlySet<string> | 'texts'
}

/** Attributes and elements that have no effect on verdicts: they describe the schema. */
const description = 'icon see fpi'
const message = 'name value-of emph dir span'
const phrases = 'dir emph span'

/** By the name of the element. */
const elements: ReadonlyMap<string, Content> = new Map([
  [
    'schema',
    content(
      `id schemaVersion defaultPhase queryBinding ${description}`,
      'include ns let pattern title p phase diagnostics properties',
    ),
  ],
  ['ns', content('prefix uri')],
  ['let', content('name value')],
  ['title', texts()],
  ['p', texts('id class icon')],
  ['phase', content(`id ${description}`, 'include p let active')],
  ['active', content('pattern', phrases)],
  ['pattern', content(`id abstract is-a ${description}`, 'include title p let rule param')],
  ['param', content('name value')],
  ['rule', content(`context id abstract flag role ${description}`, 'include let assert report extends p')],
  ['extends', content('rule href')],
  ['include', content('href')],
  ['assert', content(`test id flag role diagnostics properties ${description}`, message)],
  ['report', content(`test id flag role diagnostics properties ${description}`, message)],
  ['diagnostics', content('', 'include diagnostic')],
  ['diagnostic', content(`id role ${description}`, message)],
  ['properties', content('', 'include property')],
  ['property', content('id role scheme', message)],
  ['name', content('path')],
  ['value-of', content('select')],
  ['emph', texts()],
  ['dir', texts('value')],
  ['span', texts('class')],
])

/** Why, where the name of the attribute does not say it: by element and attribute. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['let as', 'a declared type (as) is not supported'],
  [
    'pattern documents',
    'documents is not supported: it names files in the judged document, whose folder is not known; judge each of them by itself',
  ],
])

function content(attributes: string, children = ''): Content {
  return { attributes: words(attributes), children: words(children) }
}

function texts(attributes = ''): Content {
  return { attributes: words(attributes), children: 'texts' }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').filter((word) => word !== ''))
}

function check(element: Element, outer: Place, fileOf: (element: Element) => string | undefined): void {
  const { local } = element.name
  const known = elements.get(local)
  const here = { file: fileOf(element) ?? outer.file, place: placeOf(element, outer.place) }
  if (!known) refuse(here, `${local} is no element of a schema`)
  checkAttributes(element, known, here)
  checkUnique(element, here)
  if (known.children === 'texts') return
  for (const child of element.children) {
    const { namespace, qualified } = child.name
    if (namespace === schematronNamespace) {
      if (!known.children.has(child.name.local)) refuse(here, `${child.name.local} inside ${local} is not supported`)
      check(child, here, fileOf)
    } else if (namespace === xInclude) refuse(here, `${qualified} is not supported: write include`)
    else if (local === 'let') refuse(here, 'content instead of value is not supported')
    else if (namespace === xslNamespace && containers.has(local))
      refuse(here, `${qualified} inside ${local} is not supported`)
    else if (formerNamespaces.has(namespace) && isContainer(local) && elements.has(child.name.local))
      refuse(here, `${qualified} is not in the namespace of ISO Schematron`)
  }
}

function checkAttributes({ name: { local }, attributes }: Element, known: Content, here: Place): void {
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at] ?? ''
    if (name === xmlBase) refuse(here, 'xml:base is not supported')
    if (name.startsWith('{') || known.attributes.has(name)) continue
    refuse(here, reasons.get(`${local} ${name}`) ?? `the attribute ${name} is not supported`)
  }
  const abstract = attributes[attributes.indexOf('abstract') + 1]
  if (attributes.includes('abstract') && abstract !== 'true' && abstract !== 'false')
    refuse(here, `abstract is ${JSON.stringify(abstract)}, not true or false`)
}

/** The attribute that names an element: nobody would see a second of one name. */
const names: ReadonlyMap<string, string> = new Map([
  ['ns', 'prefix'],
  ['let', 'name'],
  ...['phase', 'pattern', 'rule', 'diagnostic', 'property'].map((local) => [local, 'id'] as const),
])

function checkUnique(element: Element, here: Place): void {
  const seen = new Map<string, Element>()
  for (const child of element.children) {
    const { local, namespace } = child.name
    const name = child.attribute(names.get(local) ?? '')
    if (namespace !== schematronNamespace || name === undefined) continue
    const first = seen.get(`${local} ${name}`) ?? child
    seen.set(`${local} ${name}`, first)
    const isSame = first === child || (local === 'ns' && first.attribute('uri') === child.attribute('uri'))
    // Patterns and rules are looked up by their ids only when they are abstract.
    const isFound = (local !== 'rule' && local !== 'pattern') || child.attribute('abstract') === 'true'
    if (!isSame && isFound) refuse(here, `${local} ${name} is declared twice`)
  }
}

/** The elements in which a child of XSLT would have a meaning, but for the schema itself. */
const containers: ReadonlySet<string> = new Set(['pattern', 'rule', 'phase', 'diagnostics', 'properties'])

function isContainer(local: string): boolean {
  return local === 'schema' || containers.has(local)
}

/** An element without a namespace, or of Schematron 1.5: its author wanted it to be read. */
const formerNamespaces: ReadonlySet<string> = new Set(['', 'http://www.ascc.net/xml/schematron'])
const xInclude = 'http://www.w3.org/2001/XInclude'
const xmlBase = '{http://www.w3.org/XML/1998/namespace}base'

function placeOf(element: Element, outer: string): string {
  const { local } = element.name
  if (local === 'schema') return outer
  const name = ['id', 'context', 'name', 'prefix', 'href', 'test']
    .map((attribute) => element.attribute(attribute))
    .find((text) => text !== undefined)
  const own = name === undefined ? local : `${local} ${name}`
  return outer === '' ? own : `${outer}, ${own}`
}

function refuse({ file, place }: Place, reason: string): never {
  throw new SchematronError(`${file}: ${place === '' ? '' : `${place}: `}${reason}`)
}
