import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigInvalid } from '../../src/config/environment.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Pages of other origins call the API only where the operator allows it, and never with cookies.

const origin = 'https://erp.example'
const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

eachService('calls of pages', (start) => {
  let open: TestService
  let closed: TestService
  before(async () => {
    open = await start({ CORS_ORIGINS: `${origin}, http://localhost:3000` })
    closed = await start.shared()
  })

  const corsOf = (response: Response) =>
    [...response.headers.keys()].filter((name) => name.startsWith('access-control'))

  test('an allowed origin may ask, call, and read what matters', async () => {
    const asked = await fetch(`${open.address}/api/purchase-invoices/BP-1`, { method: 'OPTIONS', headers: preflight })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('access-control-allow-origin'), origin)
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Authorization.*Idempotency-Key/)
    const tenant = await open.tenant()
    const headers = { origin, authorization: `Bearer ${tenant.token}` }
    for (const [path, status] of [
      ['/api/purchase-invoices', 200],
      ['/api/nothing', 404],
      ['/healthz', 200],
    ] as const) {
      const called = await fetch(open.address + path, { headers })
      assert.equal(called.status, status)
      assert.equal(called.headers.get('access-control-allow-origin'), origin, path)
      assert.match(called.headers.get('access-control-expose-headers') ?? '', /Location/)
      assert.match(called.headers.get('vary') ?? '', /Origin$/)
      assert.equal(called.headers.get('access-control-allow-credentials'), null)
    }
    const refused = await fetch(`${open.address}/api/organisation`, { headers: { origin } })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), origin, 'a page can read why')
  })

  test('other origins, the console, and a service without the setting get nothing', async () => {
    for (const [address, headers] of [
      [`${open.address}/api/purchase-invoices`, { ...preflight, origin: 'https://evil.example' }],
      [`${open.address}/api/purchase-invoices`, { ...preflight, origin: `${origin}.evil.example` }],
      [`${open.address}/api/purchase-invoices`, { ...preflight, origin: 'null' }],
      [`${open.address}/console`, preflight],
      [`${closed.address}/api/purchase-invoices`, preflight],
    ] as const) {
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await fetch(address, { method, headers, redirect: 'manual' })
        assert.deepEqual(corsOf(answer), [], `${method} ${address} ${headers.origin}`)
      }
    }
    const plain = await fetch(`${open.address}/api/webhooks`, { method: 'OPTIONS', headers: { origin } })
    assert.equal(plain.status, 405, 'no preflight: an ordinary request')
  })
})

describe('CORS_ORIGINS', () => {
  test('is a list of origins as browsers write them', () => {
    assert.deepEqual(readConfig({}).corsOrigins, [])
    assert.deepEqual(readConfig({ CORS_ORIGINS: ' https://a.example ,http://localhost:3000,' }).corsOrigins, [
      'https://a.example',
      'http://localhost:3000',
    ])
    for (const wrong of ['*', 'null', 'https://a.example/', 'a.example', 'https://A.example', 'ftp://a.example'])
      assert.throws(() => readConfig({ CORS_ORIGINS: wrong }), ConfigInvalid, wrong)
  })
})
