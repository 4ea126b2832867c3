import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { aPurchaseInvoice, jsonOf } from '../../../test/support/requests/requests.ts'
import { eachService } from '../../../test/support/service/service.ts'
import { BodyBytes, freeBody } from './body-bytes.ts'

const mebibyte = 1024 * 1024
const held = () => getHeapStatistics().external_memory

test('a body that is refused frees its memory at once, also the memory that it outgrew', () => {
  const part = Buffer.alloc(mebibyte)
  for (const announced of [undefined, 16 * mebibyte]) {
    const before = held()
    const body = new BodyBytes(announced)
    for (let at = 0; at < 16; at += 1) body.add(part)
    assert.ok(held() - before < 40 * mebibyte)
    assert.ok(held() - before >= 16 * mebibyte)
    body.drop()
    assert.ok(held() - before < mebibyte, `${held() - before} bytes`)
  }
})

test('only large bodies are freed', () => {
  const [large, small] = [Buffer.allocUnsafeSlow(mebibyte), Buffer.allocUnsafeSlow(1_000)]
  for (const body of [large, large, small, 'a text', undefined]) freeBody(body)
  assert.deepEqual([large.length, small.length], [0, 1_000])
})

eachService('the body of a large request', (start) => {
  let freed: number[] = []
  beforeEach(() => {
    freed = []
    const { transfer } = ArrayBuffer.prototype
    mock.method(ArrayBuffer.prototype, 'transfer', function (this: ArrayBuffer, bytes?: number) {
      if (this.byteLength >= mebibyte) freed.push(this.byteLength)
      return transfer.call(this, bytes)
    })
  })

  afterEach(() => mock.restoreAll())

  test('is freed when the request is answered', async () => {
    const tenant = await (await start.shared()).tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const { status, text, json } = await tenant.post(path, large)
    assert.equal(status, 201, text)
    assert.deepEqual(freed, [mebibyte])
    const { text: kept } = await tenant.get(`/api/purchase-invoices/${json.id}/request`)
    assert.equal(kept.trimEnd(), jsonOf(aPurchaseInvoice()).trimEnd())
  })

  test('is freed after the last line of a batch', async () => {
    const tenant = await (await start.shared()).tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}/batch`
    const { status, text } = await tenant.post(path, `${large}\n`, { 'content-type': 'application/x-ndjson' })
    assert.equal(status, 200, text)
    assert.match(text, /"status":201/)
    assert.deepEqual(freed, [mebibyte + 1])
  })

  test('is freed when there is no memory for the work', async () => {
    const running = await start({ 'TUNING.request_memory_mb': '64' })
    const tenant = await running.tenant()
    running.service.parts.gate.hold(tenant.orgId, 64 * mebibyte)
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const { status, text } = await tenant.post(path, jsonOf(aPurchaseInvoice()).padEnd(2 * mebibyte))
    assert.equal(status, 429, text)
    assert.deepEqual(freed, [2 * mebibyte])
  })
})

const large = jsonOf(aPurchaseInvoice()).padEnd(mebibyte)
