import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { dispatching, lost } from '../../../test/support/delivery/dispatching.ts'
import { newSecret } from '../../security/webhook-signature.ts'
import { rotateSecret } from './stored-webhooks.ts'

// Signatures after a rotation.

const [minute, day] = [60_000, 86_400_000]

eachDatabase('webhooks whose secret is replaced', (open) => {
  const { start, setting, addWebhook, change, settled } = dispatching(open)

  test('after a rotation both secrets sign until the old one expires', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    const secret = newSecret()
    // Receivers accept timestamps up to five minutes off.
    const rotation = { secret, formerUntil: clock.now() + minute, now: clock.now() }
    assert.equal(await rotateSecret(store.database, document.orgId, webhook.id, rotation), true)
    start()
    await settled(() => network.sent.length === 1)
    const [order] = network.sent
    assert.ok(order)
    for (const valid of [secret, webhook.secret]) new Webhook(valid).verify(order.body, { ...order.headers })
    clock.pass(minute)
    await change(document, 2)
    await settled(() => network.sent.length === 2)
    const later = network.sent[1] ?? assert.fail()
    new Webhook(secret).verify(later.body, { ...later.headers })
    assert.throws(() => new Webhook(webhook.secret).verify(later.body, { ...later.headers }), /signature/)
  })

  test('a second rotation keeps the promise of the first, and a fifth within the time is refused', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    const secrets = [webhook.secret]
    // Receivers accept timestamps up to five minutes off.
    const overlap = 3 * minute
    const rotate = async () => {
      const secret = newSecret()
      const rotation = { secret, formerUntil: clock.now() + overlap, now: clock.now() }
      assert.equal(await rotateSecret(store.database, document.orgId, webhook.id, rotation), true)
      secrets.push(secret)
    }
    await rotate()
    clock.pass(minute)
    await Promise.all([rotate(), rotate()])
    await rotate()
    await assert.rejects(rotate(), { name: 'FormerSecretsFull', until: clock.now() - minute + overlap })
    start()
    await settled(() => network.sent.length === 1)
    const order = network.sent[0] ?? assert.fail()
    for (const valid of secrets) new Webhook(valid).verify(order.body, { ...order.headers })
    clock.pass(overlap - minute)
    await rotate()
    await change(document, 2)
    await settled(() => network.sent.length === 2)
    const later = network.sent[1] ?? assert.fail()
    const [first = '', ...others] = secrets
    assert.throws(() => new Webhook(first).verify(later.body, { ...later.headers }), /signature/)
    for (const valid of others) new Webhook(valid).verify(later.body, { ...later.headers })
  })

  test('if the old secret cannot be decrypted, the new one still signs', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    const formerUntil = clock.now() + day
    const secret = newSecret()
    await rotateSecret(store.database, document.orgId, webhook.id, { secret: lost, formerUntil, now: clock.now() })
    await rotateSecret(store.database, document.orgId, webhook.id, { secret, formerUntil, now: clock.now() })
    start()
    await settled(() => network.sent.length === 1)
    const order = network.sent[0] ?? assert.fail()
    new Webhook(secret).verify(order.body, { ...order.headers })
  })
})
