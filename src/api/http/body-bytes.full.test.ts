import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  test('is freed when the request is answered', async (t) => {
    const running = await start.shared()
    const tenant = await running.tenant()
    const freed: number[] = []
    const { transfer } = ArrayBuffer.prototype
    t.mock.method(ArrayBuffer.prototype, 'transfer', function (this: ArrayBuffer, bytes?: number) {
      freed.push(this.byteLength)
      return transfer.call(this, bytes)
    })
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const { status, text, json } = await tenant.post(path, jsonOf(aPurchaseInvoice()).padEnd(mebibyte))
    assert.equal(status, 201, text)
    assert.deepEqual(freed, [mebibyte])
    const { text: kept } = await tenant.get(`/api/purchase-invoices/${json.id}/request`)
    assert.equal(kept.trimEnd(), jsonOf(aPurchaseInvoice()).trimEnd())
  })
})
