import type { TSchema } from 'typebox'
import { componentSchemas, plainSchema } from '../../../api/openapi/schemas.ts'
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

/** A named schema, written out. Undefined for an unknown name. */
export function namedSchema(name: string): PlainSchema | undefined {
  named ??= new Map(
    Object.entries(componentSchemas(operations, dictionary)).map(([key, schema]) => [key, Object(schema)]),
  )
  return named.get(name)
}

/** Made once: the schemas never change while the process runs. */
let named: ReadonlyMap<string, PlainSchema> | undefined

/** The schema itself in place of a reference to it. */
export function written(schema: PlainSchema): PlainSchema {
  const name = nameOf(schema)
  return (name === undefined ? undefined : namedSchema(name)) ?? schema
}

/** The name that a reference means: `#/components/schemas/Party` → `Party`. */
export function nameOf({ $ref }: PlainSchema): string | undefined {
  return $ref?.split('/').at(-1)
}
