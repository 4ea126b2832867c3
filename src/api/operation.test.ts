import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, optional, text, wholeNumber as wholeAmount } from '@selfbill/pint-ae/document'
import Type from 'typebox'
import { operations } from '../features/index.ts'
import { json, noContent, ok } from './answer/answers.ts'
import { addressesOf, operation, operationWith, serve } from './operation.ts'
import { wholeNumber } from './request/parameters.ts'

// The declaration of an operation types its handler. Each `@ts-expect-error` marks a mistake that
// the type checker must find; without the error the type check fails.

const Parcel = Type.Object({ id: Type.String(), grams: Type.Integer(), note: Type.Optional(Type.String()) })

const contract = {
  id: 'retrieveParcel',
  method: 'GET',
  path: '/parcels/{parcel_id}',
  summary: 'Retrieve a parcel',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  params: { parcel_id: Type.String() },
  answers: {
    200: { description: 'The parcel', type: 'application/json', schema: Parcel },
    204: { description: 'It is gone' },
    304: { description: 'The caller has it already' },
  },
  faults: [],
} as const

test('a handler answers only what is declared', () => {
  const parcel = { id: 'p-1', grams: 20 }
  operation({ ...contract, handle: async ({ params }) => ok({ ...parcel, id: params.parcel_id }) })
  operation({ ...contract, handle: async () => noContent })
  // @ts-expect-error: 201 is not declared
  operation({ ...contract, handle: async () => json(201, parcel) })
  // @ts-expect-error: 304 is the server's
  operation({ ...contract, handle: async () => json(304, parcel) })
  // @ts-expect-error: grams is a number
  operation({ ...contract, handle: async () => ok({ id: 'p-1', grams: '20' }) })
  // @ts-expect-error: grams is missing
  operation({ ...contract, handle: async () => ok({ id: 'p-1' }) })
  // @ts-expect-error: a note must be text
  operation({ ...contract, handle: async () => ok({ ...parcel, note: 1 }) })
  // @ts-expect-error: 200 has a body
  operation({ ...contract, handle: async () => ({ ...noContent, status: 200 as const }) })
})

test('a file has a declared type', () => {
  const { params, answers: _, ...file } = contract
  const answers = { 200: { description: 'The label', type: 'application/pdf' } } as const
  const label = { status: 200, body: '' } as const
  operation({ ...file, params, answers, handle: async () => ({ ...label, type: 'application/pdf' as const }) })
  // @ts-expect-error: not the declared type
  operation({ ...file, params, answers, handle: async () => ({ ...label, type: 'text/csv' as const }) })
  // @ts-expect-error: a file is not JSON
  operation({ ...file, params, answers, handle: async () => ok({ id: 'p-1', grams: 20 }) })
})

test('a handler gets the parameters that its path and query declare', () => {
  operation({
    ...contract,
    query: { page: optional(wholeNumber({ min: 0, max: 9 })) },
    async handle({ params, query }) {
      const { page = 0 } = query
      // @ts-expect-error: another parameter of the path
      const other = params.client_id
      // @ts-expect-error: a number, not text
      const letters = page.length
      // @ts-expect-error: another parameter of the query
      const { colour } = query
      return ok({ id: `${other} ${letters} ${colour}`, grams: page })
    },
  })
  const { params: _, ...without } = contract
  // @ts-expect-error: the path names a parameter that is not declared
  operation({ ...without, handle: async () => noContent })
})

test('a handler gets the body of its kind, read as declared', () => {
  const schema = object({ name: text(255), pieces: wholeAmount(1, 9) })
  operation({
    ...contract,
    method: 'PUT',
    body: { kind: 'json', schema },
    async handle({ body }) {
      const { name, pieces } = body.read()
      // @ts-expect-error: a number, not text
      const letters = pieces.length
      return ok({ id: `${name} ${letters}`, grams: body.bytes.length })
    },
  })
  operation({
    ...contract,
    body: { kind: 'xml', bytesMax: 10 },
    // @ts-expect-error: XML is not JSON
    handle: async ({ body }) => ok({ id: String(body.read()), grams: body.bytes.length }),
  })
  // @ts-expect-error: the operation has no body
  operation({ ...contract, handle: async ({ body }) => ok({ id: 'p-1', grams: body.bytes.length }) })
})

test('a handler gets what its access adds', () => {
  operation({ ...contract, handle: async ({ account }) => ok({ id: account.id, grams: 1 }) })
  const open = { ...contract, access: { kind: 'public' } } as const
  // @ts-expect-error: a public operation has no account
  operation({ ...open, handle: async ({ account }) => ok({ id: account.id, grams: 1 }) })
  const weighing = operationWith<{ readonly scales: { weigh(): number } }>()
  const weighed = weighing({ ...contract, handle: async ({ parts }) => ok({ id: 'p-1', grams: parts.scales.weigh() }) })
  serve([weighed], { scales: { weigh: () => 3 } })
  // @ts-expect-error: it needs scales
  serve([weighed], {})
  // @ts-expect-error: it has not named the scales
  operation({ ...contract, handle: async ({ parts }) => ok({ id: 'p-1', grams: parts.scales.weigh() }) })
  // @ts-expect-error: an operation of accounts has at least one scope
  operation({ ...contract, access: { kind: 'scopes', scopes: [] }, handle: async () => noContent })
})

test('an operation has every part of its declaration, and defaults for the rest', () => {
  const declared = operation({ ...contract, handle: async () => noContent })
  assert.deepEqual([declared.body, declared.query, declared.access], [{ kind: 'none' }, undefined, contract.access])
  assert.equal(declared.params, contract.params)
})

test('every operation declares the parameters that its paths name', () => {
  assert.ok(operations.length > 60)
  for (const { id, params, ...addresses } of operations) {
    for (const path of addressesOf(addresses)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(named, Object.keys(params), `${id}: ${path}`)
    }
  }
})
