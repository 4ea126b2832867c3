import type { Dictionary } from '@selfbill/pint-ae/dictionary'
import { annotationsOf, type Component, componentOf, filledOf } from '@selfbill/pint-ae/document'
import type { TSchema } from 'typebox'
import { ErrorAnswer } from '../answer/error-shape.ts'
import { mediaTypes } from '../declaration/request-body.ts'
import type { Operation } from '../operation.ts'
import type { Language } from '../request/language.ts'
import { withWords } from './field-words.ts'
import { generatorForm, type PlainSchema } from './generator-form.ts'

/**
 * The named schemas that the operations use, as plain JSON, by name. Their fields are described in
 * the words of the dictionary.
 */
export function componentSchemas(
  operations: readonly Operation[],
  dictionary: Dictionary,
  language: Language = 'en',
): Record<string, PlainSchema> {
  const answered = new Map<string, PlainSchema>()
  for (const schema of [ErrorAnswer, ...operations.flatMap(answeredSchemas)]) collect(schema, answered)
  const found = new Map(answered)
  for (const schema of operations.flatMap(sentSchemas)) collect(schema, found)
  const written = [...found].map(([name, schema]) => {
    const described = withWords(name, schema, dictionary, language)
    return [name, answered.has(name) ? open(described) : described] as const
  })
  return Object.fromEntries(written.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * An answer may get new members in a later version, and a client must not refuse them. What a body
 * consists of too is no exception, although the service refuses unknown members there.
 */
function open(schema: PlainSchema): PlainSchema {
  const { additionalProperties: others, ...rest } = schema
  return others === false ? rest : schema
}

/** The schema as plain JSON; named schemas are references. */
export function plainSchema(schema: TSchema): PlainSchema {
  const component = annotationsOf(schema)[componentOf]
  if (component !== undefined) return referenceTo(component, schema)
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
  const mandatory = new Set<unknown>(required)
  const written = Object.entries(schema)
    .filter(([key]) => !key.startsWith('~'))
    .map(([key, value]) => [key, plainKeyword(key, value, mandatory)])
  return generatorForm(Object.fromEntries(written))
}

/** NDJSON: to a generator a text, with a value of the schema on each line. */
export function linesOf(schema: TSchema): PlainSchema {
  return { type: 'string', contentMediaType: mediaTypes.ndjson, contentSchema: plainSchema(schema) }
}

function plainKeyword(key: string, value: unknown, mandatory: ReadonlySet<unknown>): unknown {
  switch (key) {
    case 'properties':
      return plainMembers(Object(value), mandatory)
    case 'patternProperties':
      return plainMembers(Object(value), new Set())
    case 'items':
      return plainSchema(filled(Object(value)))
    case 'anyOf':
      return Object.values<TSchema>(Object(value)).map((one) => plainSchema(one))
    default:
      return value
  }
}

function plainMembers(members: Readonly<Record<string, TSchema>>, mandatory: ReadonlySet<unknown>): PlainSchema {
  const written = Object.entries(members).map(([name, member]) => [
    name,
    plainSchema(mandatory.has(name) ? filled(member) : member),
  ])
  return Object.fromEntries(written)
}

/** The schema where a value must not be blank: a mandatory member, an item of a list. */
function filled(schema: TSchema): TSchema {
  return annotationsOf(schema)[filledOf] ?? schema
}

/** A place may describe its use of a named schema in other words. */
function referenceTo({ name, schema }: Component, use: TSchema): PlainSchema {
  const own = descriptionOf(use)
  const isOther = own !== undefined && own !== descriptionOf(schema)
  return { $ref: `#/components/schemas/${name}`, ...(isOther && { description: own }) }
}

function descriptionOf(schema: TSchema): unknown {
  return 'description' in schema ? schema.description : undefined
}

function sentSchemas({ params, query = {}, headers = {}, body }: Operation): readonly TSchema[] {
  return [...Object.values({ ...params, ...query, ...headers }), ...('schema' in body ? [body.schema] : [])]
}

function answeredSchemas({ answers, errors }: Operation): readonly TSchema[] {
  return [
    ...Object.values(answers).flatMap(({ schema }) => schema ?? []),
    ...(errors === undefined ? [] : [errors.schema]),
  ]
}

function collect(schema: unknown, found: Map<string, PlainSchema>): void {
  if (typeof schema !== 'object' || schema === null) return
  const component = annotationsOf(schema)[componentOf]
  if (component !== undefined) {
    const { name } = component
    const known = found.get(name)
    const written = plainSchema(component.schema)
    if (known !== undefined && textOf(known) !== textOf(written)) throw new Error(`two schemas have the name ${name}`)
    found.set(name, known?.description === undefined ? written : known)
  }
  for (const value of Object.values(schema)) collect(value, found)
}

/** Two uses of a name may describe it in different words. */
function textOf({ description: _, ...schema }: PlainSchema): string {
  return JSON.stringify(schema)
}
