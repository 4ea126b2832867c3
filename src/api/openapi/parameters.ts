import { IsOptional, type TSchema } from 'typebox'
import { needsAccount } from '../declaration/access.ts'
import { isRepeatable, type Operation } from '../operation.ts'
import { versions } from '../versions.ts'
import type { DocumentedPath } from './paths.ts'
import { plainSchema } from './schemas.ts'

/**
 * The parameters of an operation as OpenAPI describes them, those of every operation of its kind
 * too.
 */
export function parametersOf(operation: Operation, { nameOf }: DocumentedPath): readonly object[] {
  const { params, query = {}, headers = {}, isTranslated, body } = operation
  return [
    ...Object.entries(params).map(([name, schema]) => parameter('path', nameOf(name), schema)),
    ...Object.entries(query).map(([name, schema]) => parameter('query', name, schema)),
    ...Object.entries(headers).map(([name, schema]) => parameter('header', name, schema)),
    ...(needsAccount(operation) ? [versionParameter] : []),
    ...(isTranslated === true ? [languageParameter] : []),
    ...(isRepeatable(operation) || body.kind === 'ndjson' ? [idempotencyParameter(operation)] : []),
  ]
}

function parameter(place: 'path' | 'query' | 'header', name: string, schema: TSchema): object {
  const { description, ...bare } = Object(schema)
  const required = place === 'path' || !IsOptional(schema)
  return { name, in: place, required, ...(description && { description }), schema: plainSchema(bare) }
}

const versionParameter = {
  name: 'X-API-VERSION',
  in: 'header',
  required: false,
  description: "The contract to answer by; absent: the organisation's default",
  schema: { type: 'string', enum: Object.keys(versions) },
}

const languageParameter = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'The language in which findings are told: Arabic where it is preferred, English otherwise',
  schema: { type: 'string', examples: ['ar', 'en'] },
}

/** Where the answer holds a secret that is sealed by the key, it must not be guessed. */
function idempotencyParameter({ isSecret, body }: Operation): object {
  const what = body.kind === 'ndjson' ? 'this batch' : 'this request'
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Any name of ${what}: sent again with the same body within 24 hours, it is answered as the first time and done only once`,
    schema: { type: 'string', minLength: isSecret === true ? 20 : 1, maxLength: 255, pattern: '^[!-~]+$' },
  }
}
