/**
 * A schema in the form that most generators of clients understand. What it means stays the same,
 * except that one boolean becomes any boolean. Source: docs/decisions/0076.
 */
export function generatorForm(schema: PlainSchema): PlainSchema {
  if (schema.const !== undefined) return constantForm(schema)
  if (schema.anyOf !== undefined) return unionForm(schema, schema.anyOf)
  if (schema.patternProperties !== undefined) return recordForm(schema)
  if (schema.type === 'integer' && schema.format === undefined) return integerForm(schema)
  return schema.enum !== undefined && schema.type === undefined ? { type: 'string', ...schema } : schema
}

/** A schema of the OpenAPI document, as plain JSON. */
export interface PlainSchema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: unknown
  readonly format?: unknown
  readonly maximum?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly PlainSchema[]
  readonly patternProperties?: PlainSchema
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly items?: PlainSchema
  readonly additionalProperties?: unknown
}

/** A list with one text, and a plain boolean: generators make no type of `const`. */
function constantForm({ const: value, ...schema }: PlainSchema): PlainSchema {
  return typeof value === 'boolean' ? { ...schema, type: 'boolean' } : { type: 'string', ...schema, enum: [value] }
}

/** Clients read 32 bits, unless the format says more. */
function integerForm(schema: PlainSchema): PlainSchema {
  const isLong = typeof schema.maximum === 'number' && schema.maximum > 2 ** 31 - 1
  return { ...schema, format: isLong ? 'int64' : 'int32' }
}

/** `"type": ["string", "null"]` for a text that may be null, and one list for alternative texts. */
function unionForm({ anyOf: _, ...schema }: PlainSchema, alternatives: readonly PlainSchema[]): PlainSchema {
  const values = alternatives.filter(({ type }) => type !== 'null')
  const value = values.length === 1 ? values[0] : oneList(values)
  if (value === undefined) return { anyOf: alternatives, ...schema }
  if (values.length === alternatives.length) return { ...value, ...schema }
  if (value.$ref !== undefined) return { anyOf: [value, { type: 'null' }], ...schema }
  const { type, enum: texts, ...rest } = value
  return {
    type: [type, 'null'].flat().filter((one) => one !== undefined),
    ...(texts !== undefined && { enum: [...texts, null] }),
    ...rest,
    ...schema,
  }
}

function oneList(alternatives: readonly PlainSchema[]): PlainSchema | undefined {
  const isText = alternatives.every((one) => one.enum !== undefined && one.type === 'string')
  return isText ? { type: 'string', enum: alternatives.flatMap((one) => one.enum ?? []) } : undefined
}

/** Members of any name: few generators know `patternProperties`. */
function recordForm({ patternProperties = {}, ...schema }: PlainSchema): PlainSchema {
  const [value] = Object.values(patternProperties)
  const isAny = Object.keys(Object(value)).length === 0
  return { ...schema, additionalProperties: isAny ? true : value }
}
