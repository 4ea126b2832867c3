import { isOptional, named, oneOf } from '@selfbill/pint-ae/document'
import type { TSchema } from 'typebox'
import { needsAccount } from '../declaration/access.ts'
import { isRepeatable, type Operation } from '../operation.ts'
import { versions } from '../versions.ts'
import type { DocumentedPath } from './paths.ts'
import { plainSchema } from './schemas.ts'

/** The parameters of an operation as OpenAPI describes them, common ones included. */
export function parametersOf(operation: Operation, { nameOf }: DocumentedPath): readonly object[] {
  const { params, query = {}, headers = {}, isTranslated, body } = operation
  return [
    ...Object.entries(params).map(([name, schema]) => parameter('path', nameOf(name), schema)),
    ...Object.entries(query).map(([name, schema]) => parameter('query', name, schema)),
    ...Object.entries(headers).map(([name, schema]) => parameter('header', name, schema)),
    ...(needsAccount(operation) ? [versionParameter] : []),
    languageParameter(isTranslated === true),
    ...(isRepeatable(operation) || body.kind === 'ndjson' ? [idempotencyParameter(operation)] : []),
  ]
}

function parameter(place: 'path' | 'query' | 'header', name: string, schema: TSchema): object {
  const { description, ...bare } = Object(schema)
  const required = place === 'path' || !isOptional(schema)
  return { name, in: place, required, ...(description && { description }), schema: plainSchema(bare) }
}

const versionParameter = {
  name: 'X-API-VERSION',
  in: 'header',
  required: false,
  description: "The contract version; absent: the organisation's default",
  schema: plainSchema(named('ApiVersion', oneOf(Object.keys(versions)))),
}

function languageParameter(isOfFindings: boolean): object {
  const errors = 'With Arabic preferred to English, error messages come in Arabic too (`errors_ar`)'
  return {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: isOfFindings ? `${errors}, and findings are in Arabic` : errors,
    schema: { type: 'string', examples: ['ar', 'en'] },
  }
}

/** A key that encrypts a secret in the answer must be hard to guess, so it is longer. */
function idempotencyParameter({ isSecret, body }: Operation): object {
  const what = body.kind === 'ndjson' ? 'this batch' : 'this request'
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `A unique name for ${what}: the same key and body get the first answer for 24 hours, without new work`,
    schema: { type: 'string', minLength: isSecret === true ? 20 : 1, maxLength: 255, pattern: '^[!-~]+$' },
  }
}
