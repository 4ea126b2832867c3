import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookRefused } from '../../client/src/index.ts'
import { newSecret } from '../../src/security/webhook-signature.ts'
import { webhookRequests } from '../support/network/webhook-requests.ts'

// The client takes the requests that the service signs, and no others.

const secret = newSecret()

test('a request is taken when the service signed it, and refused otherwise', async () => {
  for (const { what, headers, body, isGood } of webhookRequests(secret)) {
    for (const sent of [
      { headers, body },
      { headers: new Headers(headers), body: new TextEncoder().encode(body) },
    ]) {
      if (isGood) assert.deepEqual(await verifyWebhook(secret, sent), JSON.parse(body), what)
      else await assert.rejects(verifyWebhook(secret, sent), WebhookRefused, what)
    }
  }
})

test('any of several secrets will do, and a missing header is named', async () => {
  const [signed] = webhookRequests(secret)
  assert.ok(signed)
  const { headers, body } = signed
  assert.ok(await verifyWebhook([newSecret(), secret], { headers, body }))
  const { 'webhook-id': _, ...others } = headers
  await assert.rejects(verifyWebhook(secret, { headers: others, body }), /webhook-id.* must all be there/)
  const wrong = { ...headers, 'webhook-signature': 'v2,AAAA nonsense v1,*' }
  await assert.rejects(verifyWebhook(secret, { headers: wrong, body }), WebhookRefused)
  await assert.rejects(verifyWebhook('whsec_*', { headers, body }), /whsec_ and Base64/)
})

test('the age that is allowed can be changed', async () => {
  const [signed] = webhookRequests(secret)
  assert.ok(signed)
  const later = () => Date.now() + 3_000_000
  await assert.rejects(verifyWebhook(secret, signed, { now: later }), /more than 300 s from now/)
  assert.ok(await verifyWebhook(secret, signed, { now: later, toleranceSeconds: 3_600 }))
})
