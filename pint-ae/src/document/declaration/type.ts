import type { TArray, TObject, TOptional, TSchema, default as TypeBox } from 'typebox'

/**
 * What declares a JSON Schema, with the types of TypeBox and the values that it gives: a schema, and
 * two hidden members that say its kind and that it is optional. TypeBox itself is 370 files, which
 * compute types that we do not declare; every start would load them.
 */
export const Type: Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Omit'
  | 'Optional'
  | 'Pick'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
> = {
  Array: (items: TSchema, options?: object) => schemaOf('Array', { type: 'array', items }, options),
  Boolean: (options?: object) => schemaOf('Boolean', { type: 'boolean' }, options),
  Enum: (values: object, options?: object) => schemaOf('Enum', { enum: values }, options),
  Integer: (options?: object) => schemaOf('Integer', { type: 'integer' }, options),
  Literal: (value: unknown, options?: object) => schemaOf('Literal', { type: typeof value, const: value }, options),
  Null: (options?: object) => schemaOf('Null', { type: 'null' }, options),
  Number: (options?: object) => schemaOf('Number', { type: 'number' }, options),
  Object: objectOf,
  Omit: (schema: TObject, names: readonly string[]) => objectOf(membersOf(schema, (name) => !names.includes(name))),
  Optional: (schema: TSchema) => withHidden(copyOf(schema), '~optional', true),
  Pick: (schema: TObject, names: readonly string[]) => objectOf(membersOf(schema, (name) => names.includes(name))),
  Record: (_: TSchema, value: TSchema, options?: object) =>
    schemaOf('Record', { type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options?: object) => schemaOf('String', { type: 'string' }, options),
  Union: (anyOf: readonly TSchema[], options?: object) => schemaOf('Union', { anyOf }, options),
  Unknown: (options?: object) => schemaOf('Unknown', {}, options),
  Unsafe: (schema: object) => withHidden(copyOf(schema), '~unsafe', null),
}

export function isArray(schema: TSchema | undefined): schema is TArray {
  return kindOf(schema) === 'Array'
}

export function isObject(schema: TSchema | undefined): schema is TObject {
  return kindOf(schema) === 'Object'
}

export function isOptional(schema: TSchema): schema is TOptional<TSchema> {
  return '~optional' in schema
}

function kindOf(schema: TSchema | undefined): unknown {
  return schema !== undefined && '~kind' in schema ? schema['~kind'] : undefined
}

function objectOf(properties: Readonly<Record<string, TSchema>>, options?: object) {
  const required = Object.keys(properties).filter((name) => properties[name] && !isOptional(properties[name]))
  return schemaOf('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

function membersOf({ properties }: TObject, isWanted: (name: string) => boolean): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name)))
}

function schemaOf(kind: string, members: object, options?: object) {
  return withHidden({ ...members, ...options }, '~kind', kind)
}

/** With hidden members and those under symbols. */
function copyOf(schema: object): object {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
}

/** Its type is what the function of TypeBox says. */
function withHidden(schema: object, name: string, value: unknown) {
  return Object.assign(Object.defineProperty(schema, name, { value, configurable: true, writable: true }))
}
