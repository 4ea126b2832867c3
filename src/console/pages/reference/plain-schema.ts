import type { TSchema } from 'typebox'
import { nameOf } from '../../../api/openapi/places.ts'
import { componentSchemas, plainSchema } from '../../../api/openapi/schemas.ts'
import type { Language } from '../../../api/request/language.ts'
import { dictionary } from '../../../features/dictionary.ts'
import { operations } from '../../../features/index.ts'

/** A schema of the OpenAPI document, with the keywords that ours use. */
export interface PlainSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly examples?: readonly (string | number)[]
  readonly default?: string | number | boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly additionalProperties?: boolean | PlainSchema
  readonly required?: readonly string[]
  readonly items?: PlainSchema
  readonly anyOf?: readonly PlainSchema[]
}

/** A schema as OpenAPI shows it: named schemas are references. */
export function plain(schema: TSchema): PlainSchema {
  // The keywords that our declarations use; a test reads every schema of every operation.
  return Object(plainSchema(schema))
}

/** Every named schema, written out, with its fields described in the language. */
export function namedSchemas(language: Language): Readonly<Record<string, PlainSchema>> {
  const made = named.get(language) ?? componentSchemas(operations, dictionary, language)
  named.set(language, made)
  // The keywords that our declarations use, as above.
  return Object(made)
}

/** Undefined for an unknown name. */
export function namedSchema(name: string, language: Language): PlainSchema | undefined {
  const schemas = namedSchemas(language)
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined
}

/** Made once: the schemas never change while the process runs. */
const named = new Map<Language, object>()

/** The schema itself in place of a reference to it. */
export function written(schema: PlainSchema): PlainSchema {
  const name = nameOf(schema)
  return (name === undefined ? undefined : namedSchema(name, 'en')) ?? schema
}
