import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import { effort, times } from '../support/effort.ts'
import { Random } from '../support/random.ts'
import {
  aBuyer,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  jsonOf,
} from '../support/requests/requests.ts'
import { assertDeclared } from '../support/service/declared-answers.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Every operation with correct, nearly correct and absurd requests: no answer is a 5xx or
// undeclared in OpenAPI. A failure names its seed: API_SEED=17 repeats that one.

const requestsMax = times({ quick: 240, full: 1_200, long: 20_000 })
const [seedFrom, seedTo] = process.env.API_SEED
  ? [Number(process.env.API_SEED), Number(process.env.API_SEED)]
  : [1, requestsMax]

eachService('an API fuzzer', (start) => {
  let running: TestService
  let tenant: Tenant
  const known: Record<string, string[]> = { id: [], attachment_id: [], client_id: [] }
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    for (const [family, request] of Object.entries(valid)) {
      const answer = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
      assert.equal(answer.status, 201, answer.text)
      known.id?.push(answer.json.id)
    }
  })

  test(`${seedTo - seedFrom + 1} requests, seeds ${seedFrom} to ${seedTo}`, async () => {
    const asked = operations.filter(({ id }) => !['revokeClient', 'changeOrganisation', 'listEvents'].includes(id))
    const seen = new Map<number, number>()
    for (let seed = seedFrom; seed <= seedTo; seed += 8) {
      const some = Array.from({ length: Math.min(8, seedTo - seed + 1) }, (_, at) => seed + at)
      const statuses = await Promise.all(some.map((one) => ask(new Random(one * 7919), asked, one)))
      for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    if (seedFrom === seedTo) return
    // Only one in hundreds of requests is correct in all its parts.
    const rare = effort === 'quick' ? [] : [201]
    for (const status of [200, 400, 401, 404, 415, ...rare])
      assert.ok((seen.get(status) ?? 0) > 0, `no answer was ${status}`)
  })

  async function ask(random: Random, asked: readonly Operation[], seed: number): Promise<number> {
    const operation = random.of(asked)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(parameter(random, name) || 'x'),
    )
    const url = path + query(random, operation)
    const body = ['GET', 'DELETE'].includes(operation.method) ? undefined : bodyFor(random, operation)
    const headers = headersFor(random, operation)
    const response = await fetch(running.address + url, {
      redirect: 'manual',
      method: operation.method,
      headers,
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const answer = { status: response.status, type: response.headers.get('content-type'), text }
    const request = `seed ${seed}: ${operation.method} ${url} ${String(body).slice(0, 500)}`
    assert.ok(response.status < 500, `${request} answered ${response.status}: ${text.slice(0, 500)}`)
    try {
      assertDeclared(operation.method, url, answer)
    } catch (error) {
      throw new Error(request, { cause: error })
    }
    return response.status
  }

  function parameter(random: Random, name: string): string {
    const choices = [...(known[name] ?? []), ...(known.id ?? [])]
    if (name === 'business_profile_id') choices.push(tenant.profileId, tenant.profileId, tenant.profileId)
    if (name === 'name') choices.push('currencies', 'units')
    return random.next() < 0.75 ? random.of(choices) : random.of(oddTexts)
  }

  function headersFor(random: Random, operation: Operation): Record<string, string> {
    const usual = mediaTypeOf(operation.body) ?? 'application/json'
    const maybe = (chance: number, name: string, values: readonly string[]) =>
      random.next() < chance ? { [name]: random.of(values) } : {}
    return {
      ...(random.next() < 0.93
        ? { authorization: `Bearer ${tenant.token}` }
        : maybe(0.7, 'authorization', ['Bearer x.y.z', 'Basic eA==', 'Bearer'])),
      'content-type':
        random.next() < 0.95
          ? usual
          : random.of(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'a/b;;']),
      ...maybe(0.2, 'x-api-version', ['20260101', '20260507', '20250101', 'x']),
      ...maybe(0.2, 'accept-language', ['ar', 'en;q=0.1', '*', ';;;', 'ar;q=2']),
      ...maybe(0.1, 'idempotency-key', ['k1', 'k2', 'k 3', 'x'.repeat(300)]),
      ...maybe(0.05, 'content-encoding', ['gzip', 'br']),
      ...maybe(0.05, 'if-none-match', ['*', '"x"', 'W/"']),
    }
  }
})

const valid = {
  'purchase-invoices': jsonOf(aPurchaseInvoice()),
  'purchase-credit-notes': jsonOf(aPurchaseCreditNote()),
  'sales-invoices': jsonOf(aSalesInvoice()),
  'sales-credit-notes': jsonOf(aSalesCreditNote()),
}

const oddTexts = [
  '',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  '../..',
  '%00',
  '\u0000',
  "' or 1=1",
  'x'.repeat(150),
  'فاتورة',
  '😀',
  '2026-02-30',
  '1e9',
  'null',
  '__proto__',
  '{id}',
]

function query(random: Random, { query = {} }: Operation): string {
  const params = new URLSearchParams()
  for (const [name, schema] of Object.entries(query)) {
    if (random.next() < 0.6) continue
    const options: readonly unknown[] = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : []
    const fit = options.filter((one) => typeof one === 'string')
    params.append(
      name,
      random.next() < 0.5 && fit.length > 0
        ? random.of(fit)
        : random.of([...oddTexts, '5', '2026-07-15', 'true', 'PENDING', 'a']),
    )
  }
  if (random.next() < 0.05) params.append(random.of(['unknown', '__proto__', 'page']), '1')
  return params.size === 0 ? '' : `?${params}`
}

function bodyFor(random: Random, operation: Operation): string {
  if (operation.body.kind === 'form')
    return random.of([
      'grant_type=client_credentials',
      'grant_type=password',
      '',
      'a=b&a=b',
      '%',
      'grant_type=client_credentials&scope=x&client_id=a&client_secret=b',
    ])
  const family = Object.entries(valid).find(([name]) => operation.path.includes(name))
  const right =
    family?.[1] ??
    (operation.path.includes('business-profiles')
      ? jsonOf(aBuyer())
      : random.of(['{}', '{"by":"1m"}', '{"name":"x","scopes":["documents:read"]}']))
  const text = random.next() < 0.3 ? right : JSON.stringify(mutated(JSON.parse(right), random))
  if (random.next() < 0.06)
    return random.of([
      '',
      '[]',
      'null',
      '{',
      '{"a":1,"a":2}',
      '['.repeat(200),
      '1e400',
      '"\\ud800"',
      text.slice(0, random.below(text.length + 1)),
    ])
  return operation.body.kind === 'ndjson' ? [text, right, text].slice(0, 1 + random.below(3)).join('\n') : text
}

/** Replaces, removes or inserts one to four members anywhere in it. */
function mutated(value: unknown, random: Random): unknown {
  const holders: object[] = []
  const collect = (one: unknown) => {
    if (typeof one !== 'object' || one === null) return
    holders.push(one)
    Object.values(one).forEach(collect)
  }
  collect(value)
  for (let edit = 0; edit < 1 + random.below(4); edit++) {
    const holder = random.of(holders)
    const names = Object.keys(holder)
    const name =
      names.length > 0 && random.next() < 0.9
        ? random.of(names)
        : random.of(['extra', 'id', 'totals', '0', '__proto__'])
    if (random.next() < 0.2) Reflect.deleteProperty(holder, name)
    else
      Reflect.defineProperty(holder, name, {
        value: random.of(oddValues),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return value
}

const oddValues: readonly unknown[] = [
  ...oddTexts,
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  1.005,
  99999999999999,
  [],
  {},
  [null],
  [[]],
  { id: 'x' },
  'AED',
  'USD',
  'AE',
  'S',
  '389',
  '00000001',
  '2026-07-15',
  'a\nb',
  'x'.repeat(6000),
]
