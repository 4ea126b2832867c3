import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../src/api/openapi/openapi-document.ts'
import { documentedPaths } from '../../../src/api/openapi/paths.ts'
import { operations } from '../../../src/api/operations/index.ts'

/**
 * Throws unless the OpenAPI document declares this answer: the operation has that status, and a
 * JSON body fits its schema. Called for every answer that a test receives. A path that is no
 * operation is left alone. A 500 is refused though it is declared: no test may receive one that it
 * did not bring about itself.
 */
export function assertDeclared(
  method: string,
  url: string,
  answer: DeclaredAnswer,
  { isFailure = false }: Expectation = {},
): void {
  const path = url.split('?')[0] ?? ''
  const operation = routes.find((route) => route.method === method && route.pattern.test(path))
  if (operation === undefined || passing.has(answer.status)) return
  recordSeen(operation.id, answer.status)
  assert.ok(answer.status !== 500 || isFailure, `${method} ${url} failed: ${answer.text.slice(0, 300)}`)
  const responses = api.paths[operation.path]?.[method.toLowerCase()]?.responses ?? {}
  const told = `${method} ${operation.path} answered ${answer.status}`
  const response =
    responses[String(answer.status)] ?? assert.fail(`${told}, which it does not declare: ${answer.text.slice(0, 300)}`)
  const type = answer.type?.split(';')[0]
  if (type !== 'application/json') return
  const schema = response.content?.['application/json']?.schema
  assert.ok(schema !== undefined, `${told} with JSON, which it does not declare`)
  const pointer = [
    'paths',
    operation.path,
    method.toLowerCase(),
    'responses',
    String(answer.status),
    'content',
    'application/json',
    'schema',
  ]
  const fits = validatorAt(pointer)
  assert.ok(
    fits(JSON.parse(answer.text)),
    `${told} with what does not fit its schema: ${JSON.stringify(fits.errors?.slice(0, 3))}`,
  )
}

export interface DeclaredAnswer {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

export interface Expectation {
  /** The test has broken the service, and expects a 500. */
  readonly isFailure?: boolean
}

/**
 * Told by the server before there is an operation: headers that are too large, a request that is
 * too slow.
 */
const passing: ReadonlySet<number> = new Set([408, 431])

/** For scripts/operations.ts, which asks which declared answers some test has received. */
function recordSeen(operationId: string, status: number): void {
  const line = `${operationId} ${status}\n`
  if (process.env.ANSWERS_SEEN === undefined || seen.has(line)) return
  seen.add(line)
  appendFileSync(process.env.ANSWERS_SEEN, line)
}

const seen = new Set<string>()

const api: { readonly paths: OpenApiPaths } = JSON.parse(JSON.stringify(openApiDocument(operations)))
const documented = documentedPaths(operations)

const routes = operations
  .map((operation) => ({ ...operation, path: documented.get(operation)?.path ?? operation.path }))
  .map(({ id, method, path }) => ({
    id,
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // A path without parameters is meant before one with: /uuids is no id.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

interface OpenApiPaths {
  readonly [path: string]:
    | Readonly<Record<string, { readonly responses: Readonly<Record<string, OpenApiResponse>> } | undefined>>
    | undefined
}

interface OpenApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: object } | undefined>>
}

const validators = new Map<string, ValidateFunction>()
let ajv: Ajv2020 | undefined

/** Compiled when it is first needed: the whole takes seconds. */
function validatorAt(pointer: readonly string[]): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema({ ...api, $id: 'selfbill' })
  const $ref = `selfbill#/${pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const known = validators.get($ref)
  if (known !== undefined) return known
  const compiled = ajv.compile({ $ref })
  validators.set($ref, compiled)
  return compiled
}
