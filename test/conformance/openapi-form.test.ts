import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'

// The OpenAPI document keeps to forms that generators of clients understand: docs/decisions/0076.
// `npm run test:generators` shows it with the generators themselves.

const api: OpenApi = JSON.parse(JSON.stringify(openApiDocument(operations, dictionary)))
const components = Object.entries(api.components.schemas)
const schemas = everySchema()

test('no schema has the name of a constructor of another one', () => {
  // Go has `NewAgreement()` for `Agreement`.
  const names = Object.keys(api.components.schemas)
  const taken = names.filter((name) => name.startsWith('New') && names.includes(name.slice('New'.length)))
  assert.deepEqual(taken, [])
})

test('the document has hundreds of schemas, and this test finds them all', () => {
  assert.ok(schemas.length > 1_000, String(schemas.length))
  const found = JSON.stringify(schemas.map(({ schema }) => schema))
  for (const [name, schema] of components) assert.ok(found.includes(JSON.stringify(schema)), name)
})

test('schemas use these keywords and no others', () => {
  refuse(({ schema }) => Object.keys(schema).find((keyword) => !keywords.has(keyword)))
})

test('a schema has a type, a name or alternatives, unless it takes any value', () => {
  refuse(({ place, schema: { type, $ref, anyOf } }) => {
    const ways = [type, $ref, anyOf].filter((one) => one !== undefined).length
    return ways !== 1 && !anyValue.has(place) ? ways : undefined
  })
})

test('null is the second type of a value, or the alternative to one named schema', () => {
  refuse(({ schema, beside }) => {
    if (schema.type === 'null') return beside.filter(({ $ref }) => $ref !== undefined).length === 1 ? undefined : 'null'
    if (!Array.isArray(schema.type)) return undefined
    return schema.type.length === 2 && schema.type[1] === 'null' && schema.type[0] !== 'null' ? undefined : schema.type
  })
})

test('alternatives are named schemas', () => {
  refuse(({ schema: { anyOf = [] } }) => anyOf.find(({ $ref, type }) => $ref === undefined && type !== 'null'))
})

test('a list of values holds texts, and null if the value may be null', () => {
  refuse(({ schema: { enum: values, type } }) => {
    if (values === undefined) return undefined
    const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
    return isSame(types, [type].flat()) && new Set(values).size === values.length && values.length > 0
      ? undefined
      : types
  })
})

test('two lists of values that are the same are one named schema', () => {
  const lists = schemas.filter(({ schema }) => (schema.enum?.length ?? 0) > 1)
  const byValues = Map.groupBy(lists, ({ schema }) => JSON.stringify(schema.enum))
  const twice = [...byValues.values()].filter((found) => found.length > 1)
  assert.deepEqual(
    twice.map((found) => found.map(({ place }) => place)),
    [],
  )
})

test('a whole number says whether 32 bits are enough for it', () => {
  refuse(({ schema: { type, format, maximum } }) => {
    if (![type].flat().includes('integer')) return undefined
    if (format === 'int64') return undefined
    return format === 'int32' && (maximum ?? 0) < 2 ** 31 ? undefined : (format ?? 'no format')
  })
})

test('no pattern is beside a format', () => {
  refuse(({ schema }) => (schema.format === undefined ? undefined : schema.pattern))
})

test('a pattern works without looking around and without back references, as in Go', () => {
  refuse(({ schema: { pattern } }) => {
    if (pattern === undefined) return undefined
    assert.doesNotThrow(() => new RegExp(pattern, 'u'), pattern)
    return /\(\?[=!<]|\\[1-9kpP]/.test(pattern) ? pattern : undefined
  })
})

test('every JSON body and every JSON answer is a named schema', () => {
  let seen = 0
  for (const { id, contents } of everyContent()) {
    for (const [type, { schema }] of contents) {
      if (!/json$|urlencoded$/.test(type) || type === 'application/x-ndjson') continue
      seen += 1
      assert.match(schema?.$ref ?? '', /^#\/components\/schemas\/\w+$/, id)
    }
  }
  assert.ok(seen > 500, String(seen))
})

test('an object with members is a named schema', () => {
  refuse(({ place, schema }) => (schema.properties !== undefined && place.includes('.') ? 'properties' : undefined))
})

test('names are of letters, differ in more than case, and are free in the languages of generators', () => {
  const names = components.map(([name]) => name)
  for (const name of names) assert.match(name, /^[A-Z][a-z]+([A-Z][a-z]+)*$/)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
  assert.deepEqual(
    names.filter((name) => reserved.has(name)),
    [],
  )
})

test('no schema has a member with its own name: a class of C# could not have it', () => {
  for (const [name, { properties = {} }] of components) {
    const members = Object.keys(properties).map((member) => member.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())
    assert.ok(!members.includes(name.toLowerCase()), name)
    assert.equal(new Set(members).size, members.length, `${name}: two members become one`)
  }
})

test('every named schema is used, and every name that is used exists', () => {
  const used = new Set(JSON.stringify(api).match(/(?<="#\/components\/schemas\/)\w+/g))
  assert.deepEqual([...used].toSorted(), components.map(([name]) => name).toSorted())
})

test('a schema that answers use allows members of later versions, and one of bodies alone allows none', () => {
  const answers = everyContent().filter(({ id }) => !id.endsWith(' body'))
  const answered = new Set(
    answers.flatMap(({ contents }) => contents.flatMap(([, { schema = {} }]) => namesUnder(schema))),
  )
  assert.ok(answered.size > 100, String(answered.size))
  const closed = components.filter(([, { additionalProperties }]) => additionalProperties === false)
  assert.deepEqual(
    closed.map(([name]) => name),
    components
      .filter(([name, { properties }]) => properties !== undefined && !answered.has(name) && !formSchemas.has(name))
      .map(([name]) => name),
  )
})

/** Forms of OAuth and of mail programs may have members that we ignore. */
const formSchemas = new Set(['TokenRequest', 'UnsubscribeRequest'])

/** The named schemas that a schema consists of. */
function namesUnder(schema: object, seen = new Set<string>()): readonly string[] {
  for (const name of JSON.stringify(schema).match(/(?<="#\/components\/schemas\/)\w+/g) ?? []) {
    if (seen.has(name)) continue
    seen.add(name)
    namesUnder(api.components.schemas[name] ?? {}, seen)
  }
  return [...seen]
}

/** `wrong` returns what is wrong with a schema, or undefined. */
function refuse(wrong: (found: Found) => unknown): void {
  const found = schemas.flatMap((one) => {
    const problem = wrong(one)
    return problem === undefined ? [] : [`${one.place}: ${JSON.stringify(problem)}`]
  })
  assert.deepEqual(found, [])
}

const keywords = new Set([
  ...['type', '$ref', 'anyOf', 'enum', 'items', 'properties', 'required', 'additionalProperties'],
  ...['description', 'default', 'examples', 'format', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
])

/** A member of a document before and after a revision: it may have any type. */
const anyValue = new Set(['RevisionChange.from', 'RevisionChange.to'])

/** Types that generated code already has, or that its language has. */
const reserved = new Set([
  ...['Client', 'Configuration', 'Error', 'Errors', 'Exception', 'File', 'Model', 'Request', 'Response', 'Result'],
  ...['Array', 'Boolean', 'Date', 'Dictionary', 'Enum', 'List', 'Map', 'Null', 'Number', 'Object', 'Set', 'String'],
])

interface Found {
  readonly place: string
  readonly schema: Schema
  /** Itself and the other alternatives. */
  readonly beside: readonly Schema[]
}

function everySchema(): readonly Found[] {
  const found: Found[] = []
  const visit = (place: string, schema: Schema, beside: readonly Schema[] = []) => {
    found.push({ place, schema, beside })
    for (const [name, member] of Object.entries(schema.properties ?? {})) visit(`${place}.${name}`, member)
    if (schema.items !== undefined) visit(`${place}.items`, schema.items)
    if (typeof schema.additionalProperties === 'object') visit(`${place}.other`, schema.additionalProperties)
    for (const one of schema.anyOf ?? []) visit(`${place}.anyOf`, one, schema.anyOf)
  }
  for (const [name, schema] of components) visit(name, schema)
  for (const [name, { schema }] of Object.entries(api.components.headers)) visit(`header ${name}.`, schema)
  for (const { operationId, parameters } of everyOperation()) {
    for (const { name, schema } of parameters) visit(`${operationId}.${name}`, schema)
  }
  for (const { id, contents, headers } of everyContent()) {
    for (const [type, { schema }] of contents) if (schema !== undefined) visit(`${id}.${type}`, schema)
    for (const [name, { schema }] of headers) if (schema !== undefined) visit(`${id}.${name}`, schema)
  }
  return found
}

function everyOperation(): readonly OpenApiOperation[] {
  return Object.values(api.paths).flatMap((methods) => Object.values(methods))
}

function everyContent() {
  return everyOperation().flatMap(({ operationId, requestBody, responses }) => [
    { id: `${operationId} body`, contents: Object.entries(requestBody?.content ?? {}), headers: [] },
    ...Object.entries(responses).map(([status, { content = {}, headers = {} }]) => ({
      id: `${operationId} ${status}`,
      contents: Object.entries(content),
      headers: Object.entries(headers),
    })),
  ])
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, { readonly schema: Schema }>>
  }
}

interface OpenApiOperation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Content; readonly headers?: Readonly<Record<string, { readonly schema?: Schema }>> }
    >
  >
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
}
