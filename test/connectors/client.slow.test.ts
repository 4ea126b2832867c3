import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { TestService } from '../support/service/test-service.ts'
import { anOrganisation, eachConnector } from './connector.ts'
import { noPython, PythonSteps } from './python.ts'

// The client that all connectors share, against the real service, and against one that loses answers.

const example = readFileSync(new URL('../../examples/purchase-invoice.json', import.meta.url), 'utf8')
const withMembers = (members: object) => JSON.stringify({ ...JSON.parse(example), ...members })

eachConnector('the client of the connectors', (start) => {
  let running: TestService
  let python: PythonSteps
  let credentials: readonly [address: string, id: string, secret: string]
  before(async () => {
    running = await start.shared()
    const { client } = await anOrganisation(running)
    credentials = [running.address, client.id, client.secret]
    python = new PythonSteps('client_steps.py')
  })
  after(() => python?.end())

  test('the same key returns the same document, with and without a number', async () => {
    const first = await python.run('issue', ...credentials, example, 'order-1')
    assert.match(first.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(await python.run('issue', ...credentials, example, 'order-1'), first)
    assert.notDeepEqual(await python.run('issue', ...credentials, example), first)
    const numbered = withMembers({ document_number: 'KEY-1' })
    assert.deepEqual(
      await python.run('issue', ...credentials, numbered),
      await python.run('issue', ...credentials, numbered),
    )
  })

  test('a conflict without a document number is refused with its code', async () => {
    const refused = await python.run('issue', ...credentials, withMembers({ expected_totals: { payable_amount: 1 } }))
    assert.equal(refused.status, 409)
    assert.match(refused.reasons[0], /^expected_totals\.payable_amount: /)
    assert.deepEqual(Object.keys(refused.ids), ['expected_totals.payable_amount'])
  })

  test('a wrong field is refused with its code', async () => {
    const { status, ids } = await python.run('issue', ...credentials, withMembers({ issue_date: '15/07/2026' }))
    assert.deepEqual({ status, ids }, { status: 400, ids: { issue_date: 'must_be_date' } })
  })
})

test('a call repeats under one key', { skip: noPython }, async () => {
  const keys: IncomingHttpHeaders['idempotency-key'][] = []
  const answers = [503, 409, 201]
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/oauth/token') return response.end('{"access_token":"t","expires_in":3600}')
    keys.push(request.headers['idempotency-key'])
    const status = answers[(keys.length - 1) % answers.length] ?? 500
    return response.writeHead(status, { 'retry-after': '0' }).end('{"id":"one"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const python = new PythonSteps('client_steps.py')
  try {
    const service = [`http://127.0.0.1:${port}`, 'erp', 'secret', example] as const
    assert.deepEqual(await python.run('issue', ...service), { id: 'one' })
    assert.deepEqual(await python.run('issue', ...service), { id: 'one' })
    assert.deepEqual(await python.run('issue', ...service, 'order-1'), { id: 'one' })
    const [first, , , second] = keys
    assert.match(String(first), /^[0-9a-f]{32}$/)
    assert.notEqual(first, second)
    const expected = [first, second, 'order-1'].flatMap((key) => [key, key, key])
    assert.deepEqual(keys, expected)
  } finally {
    python.end()
    server.close()
  }
})

test('floats are refused with what to do', { skip: noPython }, async () => {
  const python = new PythonSteps('client_steps.py')
  const said = await python.run('issue_floats', withMembers({ tax_exchange_rate: 3.6725 }))
  python.end()
  assert.match(said, /is a float, which is not exact: read JSON with parse_float=Decimal/)
})
