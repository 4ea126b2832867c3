import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { operations } from '../../src/api/operations/index.ts'
import type { GeneratedFile } from './generated-file.ts'

/**
 * The client's types, from the OpenAPI document of the service: every schema, and every operation
 * by its id.
 */
export function clientTypes(): GeneratedFile {
  const api: OpenApi = JSON.parse(JSON.stringify(openApiDocument(operations)))
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) => `${docOf(schema, '')}export ${declarationOf(name, schema)}`,
  )
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationEntry(path, method, operation)),
  )
  const endpoints = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}' },`,
    ),
  )
  const text = `// Written by npm run generate from the OpenAPI document of the service. Change that, not this.

${schemas.join('\n\n')}

/** Every operation: what goes into it and what a success answers. */
export interface Operations {
${entries.join('\n')}
}

export type OperationId = keyof Operations

/** Where each operation is. */
export const endpoints: { readonly [Id in OperationId]: { readonly method: string; readonly path: string } } = {
${endpoints.join('\n')}
}
`
  return { path: 'client/src/api-types.ts', text }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

function declarationOf(name: string, schema: Schema): string {
  const type = typeOf(schema, '')
  return type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type}`
}

function operationEntry(path: string, method: string, operation: OpenApiOperation): string {
  const [params, query] = (['path', 'query'] as const).map((place) => {
    const chosen = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
    const members = chosen.map(
      ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${parameterType(schema)}`,
    )
    return members.length === 0 ? 'undefined' : `{ ${members.join('; ')} }`
  })
  const [bodyType = '', body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const bodyText =
    body === undefined ? 'undefined' : bodyType.includes('json') ? typeOf(body.schema ?? {}, '    ') : 'string'
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => (content === undefined ? ['undefined'] : Object.entries(content).map(answerType)))
  return `  /** ${operation.summary}: \`${method.toUpperCase()} ${path}\` */
  ${operation.operationId}: { params: ${params}; query: ${query}; body: ${bodyText}; answer: ${[...new Set(answers)].join(' | ') || 'undefined'} }`
}

/** Binary answers are bytes, other non-JSON answers are text. */
function answerType([type, { schema }]: readonly [string, { readonly schema?: Schema }]): string {
  if (type.includes('json')) return typeOf(schema ?? {}, '    ')
  return /^text\/|xml/.test(type) ? 'string' : 'Uint8Array'
}

/** Parameters of paths and queries are sent as text; numbers are allowed too. */
function parameterType(schema: Schema): string {
  const type = typeOf(schema, '')
  return type === 'string' || type === 'number' ? 'string | number' : type
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.slice('#/components/schemas/'.length)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.length > literalsMax ? 'string' : schema.enum.map(literal).join(' | ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((one) => typeOf(one, indent)))].join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent)
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

/**
 * Longer lists of codes (countries, currencies) become plain strings; GET /api/codelists has them.
 */
const literalsMax = 30

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
    return `{ [member: string]: ${value} }`
  }
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${docOf(schema, inner)}${inner}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`
  })
  return members.length === 0 ? '{ [member: string]: unknown }' : `{\n${members.join('\n')}\n${indent}}`
}

function docOf({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value)
}
