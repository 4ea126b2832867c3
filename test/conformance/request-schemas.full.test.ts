import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { annotationsOf, filledOf, isDate, Problem } from '@selfbill/pint-ae/document'
import { inEnglish, message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type ReadLeaf, readOf } from '../../pint-ae/src/document/declaration/declare.ts'
import { scopesOf } from '../../src/api/declaration/access.ts'
import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { plainSchema } from '../../src/api/openapi/schemas.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'

// The published schemas of requests agree with the checks of requests, value by value, and other
// tools can read the document around them.

const api: OpenApi = JSON.parse(JSON.stringify(openApiDocument(operations, dictionary)))
const ajv = new Ajv2020({
  strict: false,
  formats: { date: isDate, uuid: true, decimal: true, int32: true, int64: true, 'date-time': isMoment },
  code: { optimize: false },
})
/** With seconds, as RFC 3339 has them; the service needs none. */
function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
  )
}

ajv.addSchema({ ...api, $id: 'api' })
const validators = new Map<string, ValidateFunction>()

/** Many members share a schema, so each schema is compiled once. */
function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/', '"api#/')
  const validator = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validator)
  return validator
}

test("a member's schema accepts exactly what its reader accepts", () => {
  let compared = 0
  for (const { place, schema, read, isMandatory } of leaves()) {
    const accepts = validatorOf(Object(plainSchema((isMandatory && annotationsOf(schema)[filledOf]) || schema)))
    for (const value of values) {
      // An optional member may be blank: it counts as missing and is not read.
      if (typeof value === 'string' && value.trim() === '' && !isMandatory) continue
      const isBlank = typeof value === 'string' && /^[ \t\r\n]*$/.test(value)
      const found = isBlank
        ? new Problem(message('mandatory', { field: place }))
        : read(typeof value === 'number' ? decimalOf(value) : value, place)
      const isRead = !(found instanceof Problem)
      if (!isRead && beyondSchemas.test(inEnglish(found.message))) continue
      assert.equal(
        accepts(value),
        isRead,
        `${place}: ${JSON.stringify(value).slice(0, 80)} ${isRead ? '' : inEnglish(found.message)}`,
      )
      compared += 1
    }
  }
  assert.ok(compared > 10_000, String(compared))
})

test('every example fits its request schema', () => {
  const families = [
    [/^(purchase-invoice|invoice-|large-|breaks-|rejected-)/, 'InvoiceRequest'],
    [/^(purchase-credit-note|credit-note-)/, 'CreditNoteRequest'],
    [/^sales-invoice/, 'SalesInvoiceRequest'],
    [/^sales-credit-note/, 'SalesCreditNoteRequest'],
    [/^business-profile/, 'BusinessProfile'],
  ] as const
  const folder = new URL('../../examples/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  assert.ok(names.length > 25)
  for (const name of names) {
    const [, schema] = families.find(([pattern]) => pattern.test(name)) ?? assert.fail(name)
    const fits = ajv.compile({ $ref: `api#/components/schemas/${schema}` })
    assert.equal(fits(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))), true, JSON.stringify(fits.errors))
  }
})

test('exactly the mandatory query parameters are required', () => {
  const required = every().flatMap(({ id, parameters }) =>
    parameters.filter((one) => one.in !== 'path' && one.required).map(({ name }) => `${id} ${name}`),
  )
  assert.deepEqual(required.toSorted(), [
    'askForApproval family',
    'issueTokenBySignature client_id',
    'listPurchaseCreditNoteIds created_on',
    'listPurchaseInvoiceIds created_on',
    'listSalesCreditNoteIds created_on',
    'listSalesInvoiceIds created_on',
    'periodEvidence from',
    'periodEvidence to',
  ])
})

test('no two paths differ in parameter names alone, and every path parameter is described', () => {
  const shapes = Object.keys(api.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  assert.deepEqual(shapes.toSorted(), [...new Set(shapes)].toSorted())
  for (const { path, id, parameters } of every()) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    assert.deepEqual(described.toSorted(), names.toSorted(), id)
  }
  assert.equal(every().length, operations.length)
})

test('every operation has a described group, a sentence and its scopes', () => {
  const groups = new Set(api.tags.map(({ name }) => name))
  for (const { id, tags, description, security } of every()) {
    assert.ok(tags.length === 1 && tags.every((tag) => groups.has(tag)), id)
    assert.ok(description.length > 10, id)
    const declared = operations.find((one) => one.id === id)
    const scopes = declared === undefined ? [] : scopesOf(declared)
    assert.deepEqual(
      security.flatMap(({ oauth2 = [] }) => oauth2),
      scopes,
      id,
    )
  }
  assert.equal(new Set(every().flatMap(({ tags }) => tags)).size, groups.size)
})

test('links lead to existing operations with all path parameters', () => {
  let links = 0
  for (const { id, responses } of every()) {
    for (const link of Object.values(responses).flatMap((response) => Object.values(response.links ?? {}))) {
      const target = every().find((one) => one.id === link.operationId) ?? assert.fail(`${id} ${link.operationId}`)
      const names = target.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      assert.deepEqual(Object.keys(link.parameters).toSorted(), names.toSorted())
      links += 1
    }
  }
  assert.ok(links > 40, String(links))
})

/** Rules that JSON Schema cannot express, or not in a way that every reader agrees on. */
const beyondSchemas =
  /decimals$|card number|plain Base64, without line breaks$|not hold characters that XML cannot carry$|looks like a blank$|two blanks in a row$/

const values = [
  ...[
    '',
    ' ',
    '\t\r\n',
    'x',
    ' x',
    'x ',
    'x y',
    'x\ny',
    'x\n',
    '\u00a0x\u00a0',
    'é',
    '😀',
    '\u0001',
    'a\u0000b',
    'x\u000b',
  ],
  ...['x'.repeat(255), 'x'.repeat(256), 'x'.repeat(1_000), 'x'.repeat(1_001), 'x'.repeat(5_000), 'x'.repeat(5_001)],
  ...['😀'.repeat(255), '😀'.repeat(256), '😀'.repeat(1_000)],
  ...['AED', 'aed', 'AE', 'S', 'E', '389', '00000000', '0000000', '000000002', '100234567800003', '1002345678'],
  ...['2026-07-15', '2026-02-29', '2026-7-15', '1899-12-31', '1900-01-01', '9999-12-31', '10000-01-01', '2026-13-01'],
  ...['2026-07-15T09:30:00Z', '2026-07-15T09:30:00.5+04:00', '2026-07-15T09:30:00', '2026-07-15 09:30:00Z'],
  ...['00:00:00', '23:59:59', '24:00:00', '7:00:00', '07:00', '07:00:00Z'],
  ...['a@b', 'a@b@c', 'a b@c', '@', 'a@', 'a\u0001@b', `${'a'.repeat(254)}@b`],
  ...['report.pdf', 'a/b', 'a\\b', '.hidden', 'ends.', ' a', 'a ', 'a\u007f', '.'],
  ...['AAAA', 'AAA=', 'AA==', 'A===', 'AA A', 'A-_A'],
  ...[
    '30m',
    '1h30m',
    'PT30M',
    'P1DT2H',
    '1 day',
    'P',
    'm',
    'documents:read',
    'documents:read admin',
    ' admin ',
    'root',
  ],
  ...['{prefix}-{sequence:6}', '{sequence}', '{sequence:13}', '{sequence}{sequence}', 'a b{sequence}', '{prefix}'],
  ...['ACTIVE', 'active', 'BP-1', 'BP_1', '20260101'],
  ...[0, 1, -1, 0.5, 0.01, -0.01, 2_592_000, 2_592_001, 10_000, 10_001, 999_999_999_999.99, 1_000_000_000_000, -1e12],
  ...[true, false],
]

interface Leaf {
  readonly place: string
  readonly schema: object
  readonly read: ReadLeaf<unknown>
  readonly isMandatory: boolean
}

/** Every member of every request that is a single text or number. */
function leaves(): readonly Leaf[] {
  const seen = new Set<unknown>()
  const under = (schema: object, place: string, isMandatory: boolean): readonly Leaf[] => {
    const { [readOf]: read } = annotationsOf(schema)
    if (read !== undefined) return [{ place, schema, read, isMandatory }]
    const { properties = {}, required = [], items } = Object(schema)
    if (items !== undefined) return under(items, `${place}[]`, true)
    if (seen.has(properties)) return []
    seen.add(properties)
    return Object.entries<object>(properties).flatMap(([name, member]) =>
      under(member, `${place}.${name}`, required.includes(name)),
    )
  }
  return operations.flatMap(({ id, body }) =>
    body.kind === 'json' || body.kind === 'ndjson' ? under(body.schema, id, true) : [],
  )
}

function decimalOf(value: number): Decimal {
  return Decimal.parse(String(value)) ?? assert.fail(String(value))
}

function every() {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ ...operation, id: operation.operationId, path })),
  )
}

interface OpenApi {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description: string
  readonly security: readonly { readonly oauth2?: readonly string[] }[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<
    Record<
      string,
      { readonly links?: Readonly<Record<string, { readonly operationId: string; readonly parameters: object }>> }
    >
  >
}
