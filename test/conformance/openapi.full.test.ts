import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { needsAccount } from '../../src/api/declaration/access.ts'
import { faults } from '../../src/api/faults.ts'
import { faultsOf } from '../../src/api/openapi/operation-faults.ts'
import { documentedPaths } from '../../src/api/openapi/paths.ts'
import { operations } from '../../src/features/index.ts'
import {
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
} from '../support/requests/requests.ts'
import { apiDocument, apiValidator } from '../support/service/api-schemas.ts'
import { assertDeclared } from '../support/service/declared-answers.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The OpenAPI document describes what the service really accepts and answers.

eachService('openapi', (start) => {
  let running: TestService
  let tenant: Tenant
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, walked freely
  let api: any
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    api = await (await fetch(`${running.address}/openapi.json`)).json()
    assert.deepEqual(api.components, JSON.parse(JSON.stringify(apiDocument)).components)
  })

  const assertFits = (schema: object, value: unknown) => {
    const fits = apiValidator(schema)
    assert.equal(fits(value), true, JSON.stringify(fits.errors))
  }

  test('every operation is described with every status it can answer', () => {
    assert.equal(api.openapi, '3.1.0')
    assert.ok(operations.length >= 10)
    const paths = documentedPaths(operations)
    for (const operation of operations) {
      const described = api.paths[paths.get(operation)?.path ?? ''][operation.method.toLowerCase()]
      assert.equal(described.operationId, operation.id)
      const statuses = [
        ...Object.keys(operation.answers),
        ...faultsOf(operation).map((code) => String(faults[code].status)),
      ]
      assert.deepEqual(Object.keys(described.responses).toSorted(), [...new Set(statuses)].toSorted())
    }
  })

  test('every operation answers headers over 16 KiB with 431', async () => {
    const headers = { 'x-long': 'x'.repeat(20_000) }
    for (const { method, path } of operations) {
      const { status, json } = await fetchDeclared(running.address, path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        headers,
      })
      assert.equal(status, 431, `${method} ${path}`)
      assert.deepEqual(json.error_codes, { message: { id: 'headers_too_large', values: {} } })
    }
  })

  test('the root names the service, its version and paths that need no token', async () => {
    const answer = await fetchDeclared(running.address, '/')
    assert.equal(answer.status, 200)
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    assert.deepEqual([answer.json.name, answer.json.version, api.info.version], ['Selfbill', version, version])
    assert.ok(existsSync(new URL(`../../${answer.json.documentation}`, import.meta.url)))
    const links: Record<string, string> = answer.json.links
    const known = operations.filter((operation) => !needsAccount(operation)).map(({ path }) => path)
    for (const [name, path] of Object.entries(links)) assert.ok(known.includes(path), `${name} ${path}`)
    assert.equal((await fetch(running.address, { method: 'HEAD' })).status, 200)
    const wrong = await fetch(running.address, { method: 'POST', body: '{}' })
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('every reference resolves and every schema compiles', () => {
    const text = JSON.stringify(api)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      assert.ok(api.components.schemas[name ?? ''], name)
    for (const name of Object.keys(api.components.schemas)) apiValidator({ $ref: `#/components/schemas/${name}` })
  })

  test('every example request is accepted and fits its schema', async () => {
    const known = operations.filter(({ body }) => 'example' in body && body.example !== undefined)
    assert.ok(known.length > 15)
    const { token, profileId } = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const paths = documentedPaths(operations)
    for (const operation of known) {
      const { path, method } = operation
      const described = api.paths[paths.get(operation)?.path ?? ''][method.toLowerCase()]
      const type = Object.keys(described.requestBody.content)[0] ?? ''
      const { schema, example } = described.requestBody.content[type]
      assertFits(schema, example)
      // An operation that changes something needs the id of an existing one.
      if (method !== 'POST' || /\{(?!business_profile_id\})/.test(path)) continue
      const of = operation.id === 'askForApproval' ? `?family=purchase-invoices&business_profile_id=${profileId}` : ''
      const response = await fetch(running.address + path.replace('{business_profile_id}', profileId) + of, {
        method,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
        body: typeof example === 'string' ? example : JSON.stringify(ofProfile(example, profileId)),
      })
      assert.ok(response.status < 300, `${path} ${response.status} ${await response.text()}`)
    }
  })

  test('accepted requests and their answers fit the schemas', async () => {
    const cases = [
      { family: 'purchase-invoices', request: aPurchaseInvoice(), status: 201 },
      { family: 'purchase-credit-notes', request: aPurchaseCreditNote(), status: 201 },
      { family: 'sales-invoices', request: aSalesInvoice(), status: 201 },
      { family: 'sales-credit-notes', request: aSalesCreditNote(), status: 201 },
      { family: 'purchase-invoices', request: aPurchaseInvoice({ payment_means: undefined }), status: 201 },
      {
        family: 'purchase-invoices',
        request: aPurchaseInvoice({ accounting_supplier_party: aSupplier({ tin: 'x' }) }),
        status: 400,
      },
    ]
    for (const { family, request, status } of cases) {
      const path = api.paths[`/api/${family}/{id}`].post
      const answer = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
      assert.equal(answer.status, status, answer.text)
      assertFits(path.responses[String(status)].content['application/json'].schema, answer.json)
      const accepts = apiValidator(path.requestBody.content['application/json'].schema)
      assert.equal(accepts(JSON.parse(JSON.stringify(request))), status === 201, JSON.stringify(accepts.errors))
      if (status !== 201) continue
      const reads = [
        ['', api.paths[`/api/${family}/{id}`].get],
        ['/peppol-status-logs', api.paths[`/api/${family}/{id}/peppol-status-logs`].get],
        ['/peppol-status', api.paths[`/api/${family}/{id}/peppol-status`].get],
      ] as const
      for (const [suffix, schema] of reads) {
        const read = await tenant.get(`/api/${family}/${answer.json.id}${suffix}`)
        assertFits(schema.responses[String(read.status)].content['application/json'].schema, read.json)
      }
    }
  })
})

test('the check of every answer can fail', () => {
  const answered = (status: number, json: object) => () =>
    assertDeclared('GET', '/api/events?limit=1', {
      status,
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(json),
    })
  assert.doesNotThrow(answered(200, { items: [], next: 'c', has_more: false }))
  assert.throws(answered(200, { items: [], next: 1, has_more: false }), /does not fit its schema/)
  assert.throws(answered(418, {}), /answered 418, which it does not declare/)
})

/** An example names the business profile of the demo. */
function ofProfile(example: object, profileId: string): object {
  return 'business_profile_id' in example ? { ...example, business_profile_id: profileId } : example
}
