import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { faultsOf } from '../../src/api/openapi/operation-faults.ts'
import type { Operation } from '../../src/api/operation.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'

// What shape each operation has: its instants, its list, its errors, its descriptions. The
// exceptions from the one form of each thing stand here, each with its source.

export interface Shape {
  readonly operation: Operation
  /** Members and parameters with the format date-time, and those in milliseconds. */
  readonly instants: readonly string[]
  readonly milliseconds: readonly string[]
  readonly list: ListShape | undefined
  /** Members of a list beside `items` and `next`. */
  readonly listMore: readonly string[]
  /** Faults of its own, beyond those of every operation of its kind. */
  readonly codes: readonly string[]
  readonly fields: number
  readonly describedFields: number
}

/** `pages`: with `limit` and `cursor`. `whole`: in one answer. `other`: an exception, or a mistake. */
export type ListShape = 'pages' | 'whole' | 'other'

const contract = 'docs/contract.md#operations'

/** Lists of another shape. */
export const listExceptions: Readonly<Record<string, string>> = {
  ...ofFamilies((name) => `list${name}s`, `pages by number: ${contract}`),
  ...ofFamilies((name) => `list${name}Ids`, `pages by number: ${contract}`),
  ...ofFamilies((name) => `${lower(name)}PeppolStatusLogs`, `the whole log: ${contract}`),
  listEvents: '`since` is a place in the feed, `next` is never null, `has_more`: docs/decisions/0025',
  retrieveSending: 'how sending stands, with the access points that are away: docs/decisions/0071',
  jsonWebKeys: '`keys`: RFC 7517',
  evidenceKeys: '`keys`: RFC 7517',
}

/** Members of lists beside `items` and `next`. */
export const listAdditions: Readonly<Record<string, string>> = {
  listApprovals: '`waiting`, `to_decide` and `returned`, counts whatever the filter: docs/decisions/0167 and 0190',
  listDrafts: '`total_own` beside a limit of 200: docs/decisions/0157',
  listDocuments: '`previous`, since the list is read in both directions, and `is_partial`: docs/decisions/0070',
  listLegs: '`are_more`: without `cause` the causes, which have no pages: docs/decisions/0149',
}

/** Instants in milliseconds. */
export const millisecondExceptions: Readonly<Record<string, string>> = {
  ...ofFamilies((name) => `${lower(name)}PeppolStatus`, `milliseconds: ${contract}`),
  ...ofFamilies((name) => `${lower(name)}PeppolStatusLogs`, `milliseconds: ${contract}`),
}

function ofFamilies(idOf: (name: string) => string, why: string): Readonly<Record<string, string>> {
  const names = ['PurchaseInvoice', 'PurchaseCreditNote', 'SalesInvoice', 'SalesCreditNote']
  return Object.fromEntries(names.map((name) => [idOf(name), why]))
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

export function shapes(): readonly Shape[] {
  const api: OpenApi = JSON.parse(JSON.stringify(openApiDocument(operations, dictionary)))
  const described = new Map(
    Object.values(api.paths)
      .flatMap((methods) => Object.values(methods))
      .map((one) => [one.operationId, one]),
  )
  return operations.map((operation) => {
    const document = described.get(operation.id)
    if (document === undefined) throw new Error(`${operation.id} is not in the OpenAPI document`)
    return shapeOf(operation, document, api)
  })
}

function shapeOf(operation: Operation, document: OpenApiOperation, api: OpenApi): Shape {
  const fields = [...fieldsOf(document, api)]
  const named = (isWanted: (schema: Schema) => boolean) => [
    ...new Set(fields.filter(({ schema }) => isWanted(schema)).map(({ name }) => name)),
  ]
  return {
    operation,
    instants: named((schema) => variantsOf(schema).some(({ format }) => format === 'date-time')),
    // Names that end in `_ms` are lengths of time.
    milliseconds: named((schema) => variantsOf(schema).some(({ format }) => format === 'int64')).filter(
      (name) => !name.endsWith('_ms'),
    ),
    ...(operation.method === 'GET' ? listIn(document, api) : { list: undefined, listMore: [] }),
    codes: operation.faults.filter((code) => faultsOf(operation).includes(code)),
    fields: fields.length,
    describedFields: fields.filter(({ isDescribed }) => isDescribed).length,
  }
}

/** Members that only say something about a list. Any other one makes the answer a thing that has lists. */
const aboutPages =
  /^(next|previous|cursor|pages?|size|limit|before|after|total.*|count|has_more|is_.*|are_more|page_number|waiting|to_decide|returned)$/

function listIn({ responses, parameters = [] }: OpenApiOperation, api: OpenApi): Pick<Shape, 'list' | 'listMore'> {
  const schema = responses['200']?.content?.['application/json']?.schema
  const answers = schema === undefined ? [] : answersIn(schema, api)
  if (!answers.some(isList)) return { list: undefined, listMore: [] }
  const isOurs = answers.every(
    ({ properties = {} }) => properties.items?.type === 'array' && properties.next !== undefined,
  )
  if (!isOurs) return { list: 'other', listMore: [] }
  const members = answers.flatMap(({ properties = {} }) => Object.keys(properties))
  const listMore = [...new Set(members)].filter((name) => name !== 'items' && name !== 'next')
  const names = parameters.map(({ name }) => name)
  const [hasLimit, hasCursor] = [names.includes('limit'), names.includes('cursor')]
  const list = hasLimit && hasCursor ? 'pages' : hasLimit || hasCursor ? 'other' : 'whole'
  return { list, listMore: list === 'other' ? [] : listMore }
}

function isList({ type, properties = {} }: Schema): boolean {
  const members = Object.entries(properties)
  const lists = members.filter(([, member]) => member.type === 'array')
  return (
    type === 'array' || (lists.length > 0 && members.every((one) => lists.includes(one) || aboutPages.test(one[0])))
  )
}

function answersIn(schema: Schema, api: OpenApi): readonly Schema[] {
  return variantsOf(schema).flatMap((one) => (one.$ref === undefined ? [one] : answersIn(target(one.$ref, api), api)))
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema]
}

function target(ref: string, { components }: OpenApi): Schema {
  const found = components.schemas[ref.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`${ref} is not in the OpenAPI document`)
  return found
}

interface Field {
  readonly name: string
  readonly schema: Schema
  readonly isDescribed: boolean
}

/** Parameters, and the members of the body and of successful answers, each schema once. */
function* fieldsOf({ parameters = [], requestBody, responses }: OpenApiOperation, api: OpenApi): Generator<Field> {
  for (const { name, schema, description } of parameters) {
    yield { name, schema, isDescribed: description !== undefined }
  }
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = [requestBody?.content, ...good.map(([, { content }]) => content)]
  const seen = new Set<string>()
  for (const content of contents) {
    for (const { schema } of Object.values(content ?? {})) if (schema) yield* membersIn(schema, api, seen)
  }
}

function* membersIn(schema: Schema, api: OpenApi, seen: Set<string>): Generator<Field> {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return
    seen.add(schema.$ref)
    yield* membersIn(target(schema.$ref, api), api, seen)
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield { name, schema: member, isDescribed: member.description !== undefined }
    yield* membersIn(member, api, seen)
  }
  const { items, additionalProperties: more } = schema
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), ...(items ? [items] : [])]
  for (const one of [...inner, ...(typeof more === 'object' ? [more] : [])]) yield* membersIn(one, api, seen)
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface OpenApiOperation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}
