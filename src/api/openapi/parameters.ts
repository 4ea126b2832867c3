import type { Dictionary, FieldWords } from '@selfbill/pint-ae/dictionary'
import { isOptional, named, oneOf, optional, Type } from '@selfbill/pint-ae/document'
import type { TProperties } from 'typebox'
import { needsAccount } from '../declaration/access.ts'
import { isRepeatable, type Operation } from '../operation.ts'
import type { Language } from '../request/language.ts'
import { versions } from '../versions.ts'
import type { PlainSchema } from './generator-form.ts'
import type { DocumentedPath } from './paths.ts'
import { plainSchema } from './schemas.ts'

/**
 * The parameters of an operation as OpenAPI describes them, common ones included, in the words of
 * the dictionary.
 */
export function parametersOf(
  operation: Operation,
  { nameOf }: DocumentedPath,
  dictionary: Dictionary,
  language: Language = 'en',
): readonly object[] {
  const { id, params, query = {}, headers = {}, isTranslated, body } = operation
  const list = (place: Place, members: TProperties, of = id) =>
    Object.entries(members).map(([name, schema]) => {
      const words = dictionary.wordsOfParameter(of, name)
      const documented = place === 'path' ? nameOf(name) : name
      const required = place === 'path' || !isOptional(schema)
      const description = words?.[language]
      return { name: documented, in: place, required, description, schema: withExample(plainSchema(schema), words) }
    })
  return [
    ...list('path', params),
    ...list('query', query),
    ...list('header', headers),
    ...(needsAccount(operation) ? list('header', versionHeader) : []),
    ...list('header', languageHeader, isTranslated === true ? 'translated' : id),
    ...(isRepeatable(operation) || body.kind === 'ndjson' ? list('header', idempotencyHeader(operation)) : []),
  ]
}

type Place = 'path' | 'query' | 'header'

function withExample(schema: PlainSchema, words: FieldWords | undefined): PlainSchema {
  const { example } = words ?? {}
  return example === undefined || schema.$ref !== undefined ? schema : { ...schema, examples: [example] }
}

const versionHeader = { 'X-API-VERSION': optional(named('ApiVersion', oneOf(Object.keys(versions)))) }

const languageHeader = { 'Accept-Language': Type.Optional(Type.String()) }

/** A key that encrypts a secret in the answer must be hard to guess, so it is longer. */
function idempotencyHeader({ isSecret }: Operation): TProperties {
  const minLength = isSecret === true ? 20 : 1
  return { 'Idempotency-Key': Type.Optional(Type.String({ minLength, maxLength: 255, pattern: '^[!-~]+$' })) }
}
