import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { dispatching } from '../../../test/support/delivery/dispatching.ts'
import { replayDelivery } from './deliveries.ts'
import { changeWebhook, findWebhook } from './stored-webhooks.ts'

// Deliveries and webhooks whose target fails.

const [hour, day] = [3_600_000, 86_400_000]

eachDatabase('webhooks whose target fails', (open) => {
  const { start, setting, addWebhook, change, deliveries, settled } = dispatching(open)

  test('a failed delivery is retried for a day, then it fails for good, and every attempt is listed', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    network.targets.set(webhook.url, () => ({ statusCode: 503 }))
    start()
    const began = clock.now()
    const instants: number[] = []
    for (;;) {
      const count = instants.length + 1
      await settled(async () => (await deliveries(webhook))[0]?.attempts.length === count)
      instants.push(clock.now() - began)
      const [delivery] = await deliveries(webhook)
      if (delivery?.status === 'FAILED') break
      assert.equal(delivery?.status, 'PENDING')
      const next = delivery.nextAttemptAt ?? assert.fail()
      clock.pass(next - clock.now() - 1)
      await settled(() => true)
      assert.equal(network.to(webhook.url).length, count, 'not before it is due')
      clock.pass(1)
    }
    assert.equal(instants.length, 11)
    const last = instants.at(-1) ?? 0
    assert.ok(last > 21 * hour && last <= 24 * hour, `the last after ${last / hour} h`)
    assert.ok((instants[1] ?? 0) <= 5_000 && (instants[2] ?? 0) <= 35_000, 'the first retries come soon')
    const ids = new Set(network.to(webhook.url).map(({ headers, body }) => `${headers['webhook-id']} ${body}`))
    assert.equal(ids.size, 1, 'every attempt sends the same event')
    const found = await findWebhook(store.database, document.orgId, webhook.id)
    assert.equal(found?.failingSince, began)
    assert.equal(found?.isActive, true, 'one failed day does not disable the webhook')
    // The target recovers, and new events arrive.
    network.targets.delete(webhook.url)
    await change(document, 2)
    await settled(() => network.revisions(webhook.url).includes(2))
    await settled(
      async () => (await findWebhook(store.database, document.orgId, webhook.id))?.failingSince === undefined,
    )
    // A replay sends the failed delivery.
    const given = (await deliveries(webhook)).find(({ status }) => status === 'FAILED') ?? assert.fail()
    await replayDelivery(store.database, document.orgId, webhook.id, given.eventId, clock.now())
    await settled(async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'))
  })

  test('an event has as many attempts behind twelve answers of 410 as before', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    network.targets.set(webhook.url, () => ({ statusCode: 410 }))
    start()
    const wanted = { url: webhook.url, eventTypes: undefined, description: undefined, isActive: true }
    for (let times = 1; times <= 12; times += 1) {
      const present = () => findWebhook(store.database, document.orgId, webhook.id)
      await settled(async () => (await present())?.isActive === false)
      if (times === 12) network.targets.set(webhook.url, () => ({ statusCode: 503 }))
      await changeWebhook(store.database, (await present()) ?? assert.fail(), wanted, clock.now())
    }
    await settled(async () => (await deliveries(webhook))[0]?.attempts.length === 13)
    const [delivery] = await deliveries(webhook)
    assert.equal(delivery?.status, 'PENDING')
    const waitsMs = (delivery?.nextAttemptAt ?? 0) - clock.now()
    assert.ok(waitsMs <= 5_000, `the first retry comes soon, not in ${waitsMs} ms`)
    network.targets.delete(webhook.url)
    clock.pass(5_000)
    await settled(async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'))
  })

  test('a webhook is disabled after days of failures, or immediately by 410 Gone', async () => {
    const { document, store, network, clock } = await setting()
    const failing = await addWebhook(document.orgId)
    const leaving = await addWebhook(document.orgId)
    const healthy = await addWebhook(document.orgId)
    network.targets.set(failing.url, () => ({ error: 'CONNECT' }))
    network.targets.set(leaving.url, () => ({ statusCode: 410 }))
    const dispatcher = start()
    await settled(async () => (await findWebhook(store.database, document.orgId, leaving.id))?.isActive === false)
    const gone = await findWebhook(store.database, document.orgId, leaving.id)
    assert.equal(gone?.disabled?.reason, 'GONE')
    const [waiting] = await deliveries(leaving)
    assert.deepEqual([waiting?.status, waiting?.attempts.length], ['PENDING', 1], 'its delivery waits')
    const began = clock.now()
    for (let revision = 2; clock.now() - began < 5 * day; revision += 1) {
      await change(document, revision)
      await settled(() => network.revisions(healthy.url).includes(revision))
      await settled(async () => {
        const due = await deliveries(failing)
        const isOff = (await findWebhook(store.database, document.orgId, failing.id))?.isActive === false
        return (
          isOff || due.every(({ nextAttemptAt, status }) => status === 'FAILED' || (nextAttemptAt ?? 0) > clock.now())
        )
      })
      if ((await findWebhook(store.database, document.orgId, failing.id))?.isActive === false) break
      clock.pass(6 * hour)
    }
    const off = await findWebhook(store.database, document.orgId, failing.id)
    assert.equal(off?.disabled?.reason, 'FAILING')
    const lasted = (off?.disabled?.at ?? 0) - began
    assert.ok(lasted >= 3 * day && lasted < 5 * day, `after ${lasted / day} days`)
    assert.equal(network.to(leaving.url).length, 1)
    // Attempts that began before the webhook was disabled end first.
    await dispatcher.stop()
    start()
    const count = network.to(failing.url).length
    await change(document, 999)
    await settled(() => network.revisions(healthy.url).includes(999))
    assert.equal(network.to(failing.url).length, count)
    // Enabled again, it continues where it stopped.
    network.targets.clear()
    const wanted = { url: leaving.url, eventTypes: undefined, description: undefined, isActive: true }
    const left = (await findWebhook(store.database, document.orgId, leaving.id)) ?? assert.fail()
    await changeWebhook(store.database, left, wanted, clock.now())
    await settled(() => network.revisions(leaving.url).includes(999))
    await settled(async () => (await deliveries(leaving)).every(({ status }) => status === 'DELIVERED'))
    const refused = network.to(leaving.url)[0]?.headers['webhook-id']
    assert.ok(refused)
    assert.equal(network.to(leaving.url).filter(({ headers }) => headers['webhook-id'] === refused).length, 2)
    const missed = network
      .revisions(healthy.url)
      .filter((revision) => !network.revisions(leaving.url).includes(revision))
    assert.deepEqual(missed, [])
  })
})
