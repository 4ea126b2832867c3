import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dictionary, everywhere, type FieldWords } from '@selfbill/pint-ae/dictionary'
import { parametersOf } from '../../src/api/openapi/parameters.ts'
import { documentedPaths } from '../../src/api/openapi/paths.ts'
import { componentSchemas } from '../../src/api/openapi/schemas.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'
import { apiDocument, apiValidator } from '../support/service/api-schemas.ts'

// Every field of the OpenAPI document is described once, in both languages: docs/decisions/0146.

const { schemas }: { readonly schemas: Readonly<Record<string, Schema>> } = Object(apiDocument).components
const fields = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).map(([field, plain]) => ({ schema, field, plain, place: `${schema}.${field}` })),
)
const parameters = [...documentedPaths(operations)].flatMap(([operation, path]) =>
  parametersOf(operation, path, dictionary).map(
    (one): Parameter => ({
      place: `${operation.id} ${Object(one).name}`,
      plain: { ...Object(one).schema, description: Object(one).description },
    }),
  ),
)
const rows = [...dictionary.rows()]

test('every field has a row, and every row a field', () => {
  assert.ok(fields.length > 1_000, String(fields.length))
  const texts = new Set(parameters.map(({ plain }) => plain.description))
  const used = new Set(fields.map(({ schema, field }) => dictionary.wordsOf(schema, field)))
  refuse(fields, ({ schema, field }) => dictionary.wordsOf(schema, field) === undefined)
  refuse(
    rows.map(([place, words]) => ({ place, words })),
    ({ words }) => !used.has(words) && !texts.has(words.en),
  )
})

test('every parameter has a row', () => {
  assert.ok(parameters.length > 500, String(parameters.length))
  refuse(parameters, ({ plain }) => plain.description === undefined)
})

test('the OpenAPI document says what the dictionary says', () => {
  refuse(fields, ({ schema, field, plain }) => {
    const words = dictionary.wordsOf(schema, field)
    return words === undefined || plain.description?.startsWith(words.en) !== true
  })
})

test('no declaration describes a field beside the dictionary', () => {
  const bare = Object.entries(componentSchemas(operations, new Dictionary([]))).flatMap(
    ([schema, { properties = {} }]) =>
      Object.entries(properties).map(([field, plain]) => ({ place: `${schema}.${field}`, plain })),
  )
  assert.equal(bare.length, fields.length)
  const own = operations.flatMap(({ id, params, query = {}, headers = {} }) =>
    Object.entries({ ...params, ...query, ...headers }).map(([name, plain]) => ({ place: `${id} ${name}`, plain })),
  )
  refuse([...bare, ...own], ({ plain }) => 'description' in plain || 'examples' in plain)
})

test('a sentence says more than the name of its field', () => {
  refuse(described(), ({ place, words }) => isOnlyTheName(words.en, place.split('.').at(-1) ?? ''))
  assert.ok(isOnlyTheName('The issue date', 'issue_date'))
  assert.ok(isOnlyTheName('Its document XML.', 'documentXml'))
  assert.ok(!isOnlyTheName('Day of issue in Gulf Standard Time', 'issue_date'))
})

test('English is English, Arabic is Arabic, and both name the same fields and codes', () => {
  refuse(described(), ({ words }) => words.en.trim() === '' || /\p{Script=Arabic}/u.test(words.en))
  refuse(described(), ({ words }) => !/\p{Script=Arabic}{3}/u.test(words.ar))
  refuse(described(), ({ words }) => [words.en, words.ar].some((text) => /[.،؛:]$|^\s|\s$| {2}/u.test(text)))
  refuse(described(), ({ words }) => [words.en, words.ar].some((text) => text.split('`').length % 2 === 0))
  refuse(described(), ({ words }) => codesIn(words.en).some((code) => !words.ar.includes(code)))
})

test('what means the same in several schemas is described once', () => {
  for (const language of ['en', 'ar'] as const) {
    const texts = new Map<string, FieldWords>()
    refuse(described(), ({ place, words }) => {
      const key = `${place.split('.').at(-1)}: ${words[language]}`
      const other = texts.get(key) ?? words
      texts.set(key, words)
      return other !== words
    })
  }
  refuse(described(), ({ place, words }) => {
    const shared = dictionary.wordsOf(everywhere, place.split('.').at(-1) ?? '')
    return shared !== words && shared?.en === words.en
  })
})

test('a text or number has an example, unless its values are listed', () => {
  refuse([...fields, ...parameters], ({ plain }) => needsExample(plain) && plain.examples === undefined)
  assert.ok(needsExample({ type: ['string', 'null'] }))
  assert.ok(!needsExample({ type: 'string', enum: ['AED'] }))
})

test('every example is a value that its field may have', () => {
  const withExample = [...fields, ...parameters].filter(({ plain }) => plain.examples !== undefined)
  assert.ok(withExample.length > 500, String(withExample.length))
  refuse(withExample, ({ plain }) => plain.examples?.some((example) => !apiValidator(plain)(example)) === true)
  assert.ok(!apiValidator({ type: 'string', pattern: '^1[0-9]{9}$' })('2002345678'))
  // The validator knows no formats.
  refuse(withExample, ({ plain }) => plain.examples?.some((example) => !isOfFormat(example, plain.format)) === true)
  assert.ok(!isOfFormat('2026-07-15', 'date-time'))
})

interface Parameter {
  readonly place: string
  readonly plain: Schema
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}

function described(): readonly { readonly place: string; readonly words: FieldWords }[] {
  return rows.map(([place, words]) => ({ place, words }))
}

function needsExample({ $ref, type, enum: values }: Schema): boolean {
  const isScalar = [type].flat().some((one) => one === 'string' || one === 'number' || one === 'integer')
  return $ref === undefined && values === undefined && isScalar
}

function isOfFormat(example: unknown, format: string | undefined): boolean {
  return formats[format ?? '']?.test(String(example)) ?? true
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  'date-time': /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$/,
}

/** `The issue date` says nothing about `issue_date`. */
function isOnlyTheName(text: string, name: string): boolean {
  const named = new Set(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  )
  const said = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return said.every((word) => named.has(word) || fillers.has(word))
}

const fillers = new Set(['the', 'a', 'an', 'of', 'its', 'this', 'is', 'field', 'value'])

/** What stands between backticks. */
function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** Names every place that is wrong. */
function refuse<Place extends { readonly place: string }>(
  all: readonly Place[],
  isWrong: (one: Place) => boolean,
): void {
  assert.deepEqual(
    all.filter(isWrong).map(({ place }) => place),
    [],
  )
}
