import type { Assertion } from '@selfbill/schematron/engine'

// What an assertion is about: the names and values that a mutation changes. Read from its text, since
// a guess is enough.

export interface Parts {
  /** Elements of the context and of both, with the prefixes of the schema. */
  readonly context: readonly string[]
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
  readonly values: readonly string[]
  /** Paths of the test, each as its names. */
  readonly paths: readonly (readonly string[])[]
  readonly wanted: readonly Wanted[]
  readonly prefixes: Prefixes
}

/** A value that an assertion compares an element with, or its attribute; else `attribute` is empty. */
export interface Wanted {
  readonly element: string
  readonly attribute: string
  readonly value: string
}

/** The namespaces of the prefixes of a schema. */
export type Prefixes = ReadonlyMap<string, string>

/** What the assertions of a schema have in common. */
export interface Vocabulary {
  readonly prefixes: Prefixes
  /** The elements that the value of each variable names. */
  readonly variables: ReadonlyMap<string, readonly string[]>
}

export function vocabularyOf(schema: string): Vocabulary {
  const tags = (name: string) =>
    (schema.match(new RegExp(`<(?:[\\w-]+:)?${name}\\s[^>]*>`, 'g')) ?? []).map(attributesOf)
  const variables = Map.groupBy(tags('let'), ({ name = '' }) => name)
  return {
    prefixes: new Map(tags('ns').map(({ prefix = '', uri = '' }) => [prefix, uri])),
    variables: new Map(
      [...variables].map(([name, lets]) => [name, lets.flatMap(({ value = '' }) => elementsIn(bare(value)).slice(-2))]),
    ),
  }
}

function attributesOf(tag: string): Partial<Record<string, string>> {
  const found = tag.matchAll(/\s([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries([...found].map(([, name = '', double, single]) => [name, double ?? single]))
}

export function partsOf({ context, test }: Assertion, { prefixes, variables }: Vocabulary): Parts {
  const both = `${context} ${test}`
  const values = [...both.matchAll(literal)].flatMap(([, single = '', double = '']) => wordsOf(single + double))
  const numbers = bare(both).match(/\b\d+(?:\.\d+)?\b/g) ?? []
  return {
    context: elementsIn(bare(context)),
    elements: elementsIn(bare(both)),
    attributes: [...bare(both).matchAll(/@([\w.-]+)(?!:)/g)].flatMap(([, name]) => name ?? []),
    values: [...values, ...numbers],
    paths: (withoutPredicates(bare(test)).match(path) ?? []).map((one) => one.split('/')),
    wanted: wantedIn(both, variables),
    prefixes,
  }
}

const literal = /'([^']*)'|"([^"]*)"/g

function bare(expression: string): string {
  return expression.replaceAll(literal, ' ')
}

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

const path = /(?<![@$\w.:-])[A-Za-z_][\w.-]*:[\w.-]+(?:\/[A-Za-z_][\w.-]*:[\w.-]+)*(?![\w.:-]|\s*\()/g

function withoutPredicates(expression: string): string {
  const less = expression.replaceAll(/\[[^[\]]*\]/g, '')
  return less === expression ? less : withoutPredicates(less)
}

/** From `name = 'text'`, `name[@attribute = 'text']`, `name/@attribute = 'text'` and `$variable = 'text'`. */
function wantedIn(expression: string, variables: Vocabulary['variables']): readonly Wanted[] {
  const ofElements = expression.matchAll(/(?<![@$\w.:-])([\w.-]*:[\w.-]+)\)*\s*=\s*\(?'([^']*)'/g)
  const ofAttributes = expression.matchAll(/([\w.-]+:[\w.-]+)\s*[[/]\s*@([\w.-]+)\s*=\s*\(?'([^']*)'/g)
  const ofVariables = expression.matchAll(/\$([\w.-]+)\)*\s*=\s*\(?'([^']*)'/g)
  return [
    ...[...ofElements].map(([, element = '', value = '']) => ({ element, attribute: '', value })),
    ...[...ofAttributes].map(([, element = '', attribute = '', value = '']) => ({ element, attribute, value })),
    ...[...ofVariables].flatMap(([, variable = '', value = '']) =>
      (variables.get(variable) ?? []).map((element) => ({ element, attribute: '', value })),
    ),
  ]
}
