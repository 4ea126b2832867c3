import type { Sample } from '../../code/sample.ts'
import type { DescribedOperation, Parameter } from './api-description.ts'
import { type PlainSchema, written } from './plain-schema.ts'

/** A call as an example: the body of the declaration, and a value for each mandatory parameter. */
export function exampleCall({ id, operation, parameters, body }: DescribedOperation): Sample {
  const { exampleParameters = {} } = operation
  return {
    operation: id,
    params: valuesOf(parameters, 'path', exampleParameters),
    query: valuesOf(parameters, 'query', exampleParameters),
    ...(body !== undefined && { body: bodyFor(body) }),
  }
}

/** JSON as a value, everything else as text. */
function bodyFor({ mediaType, example, schema }: NonNullable<DescribedOperation['body']>): unknown {
  switch (mediaType) {
    case 'application/json':
      return example ?? emptyFor(schema)
    case 'application/x-ndjson':
      return `${JSON.stringify(example)}\n`
    case 'application/x-www-form-urlencoded':
      return Object.keys(written(schema ?? {}).properties ?? {})
        .map((name) => `${name}=${name === 'grant_type' ? 'client_credentials' : name.toUpperCase()}`)
        .join('&')
    default:
      return example ?? '<?xml version="1.0" encoding="UTF-8"?>'
  }
}

/** The mandatory members of a body without an example. */
function emptyFor(schema: PlainSchema = {}): unknown {
  const { required = [], properties } = written(schema)
  return Object.fromEntries(required.map((name) => [name, exampleOf(name, properties?.[name])]))
}

function valuesOf(
  parameters: readonly Parameter[],
  place: Parameter['in'],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const asked = parameters.filter((one) => one.in === place && (one.required || given[one.name] !== undefined))
  return Object.fromEntries(asked.map(({ name, schema }) => [name, given[name] ?? String(exampleOf(name, schema))]))
}

function exampleOf(name: string, use: PlainSchema = {}): unknown {
  const schema = written(use)
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.format === 'date') return '2026-01-31'
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return name.includes('profile') ? 'BP-DEMO000001' : name.toUpperCase()
}
