import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, entriesOf, standing } from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../test/support/delivery/deliveries.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { selfbill } from '../../../test/support/processes/command.ts'
import { systemClock } from '../../clock/clock.ts'
import { sql } from '../../store/database/database.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import { bareResponse, type Gateway } from '../gateway.ts'
import { unobserved } from '../observer.ts'
import { NotStalled, retryStalled } from './retry.ts'

eachDatabase('retry', (open) => {
  test('a stalled leg is listed, retried by a person, asked for, sent and approved', async () => {
    const db = await open()
    const sandbox = aSandbox(db)
    const calls: string[] = []
    let isDown = true
    const gateway: Gateway = {
      ...sandbox,
      async submit(transmission, signal) {
        if (isDown && transmission.corner === 'C3')
          return { kind: 'transient', response: bareResponse('TRANSPORT_ERROR', 'The line is down') }
        calls.push(`submit ${transmission.corner}`)
        return await sandbox.submit(transmission, signal)
      },
      async ask(uuid, signal) {
        calls.push('ask')
        return await sandbox.ask(uuid, signal)
      },
    }
    const exchange = anExchange(db, gateway)
    exchange.start()
    const deliverable = await addDeliverable(db)
    await eventually(async () => (await standing(db, deliverable)) === 'C3 STALLED, C5 APPROVED, PENDING')
    const [stalled, ...others] = await stalledLegs(db, deliverable.orgId)
    assert.deepEqual(others, [])
    assert.equal(stalled?.transmissionUuid, deliverable.transmissionUuids.c3)
    assert.equal(stalled?.documentNumber, deliverable.documentId)
    assert.equal(stalled?.attempts, 4)
    assert.deepEqual(await stalledLegs(db, 'another organisation'), [])
    isDown = false
    calls.length = 0
    const parts = { db, clock: systemClock, random: () => 0.5, policy: { ...policy }, observer: unobserved }
    assert.deepEqual(await retryStalled(parts, deliverable.documentId), [deliverable.transmissionUuids.c3])
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    await exchange.stop()
    assert.deepEqual(calls, ['ask', 'submit C3'])
    assert.deepEqual(await stalledLegs(db, undefined), [])
    const log = await entriesOf(db, deliverable)
    assert.ok(log.some(({ event, message }) => event === 'TRANSMISSION_RETRY_C3' && message.startsWith('A person')))
    await assert.rejects(retryStalled(parts, deliverable.transmissionUuids.c3), NotStalled)
    await assert.rejects(retryStalled(parts, randomUUID()), NotStalled)
  })

  test('the command line lists and retries, and says in a line what it cannot', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const { c3, c5 } = deliverable.transmissionUuids
    const response = JSON.stringify(bareResponse('TIMEOUT', 'No answer\nwithin 30 s'))
    const text = `update legs set status = 'STALLED', attempts = 12, next_attempt_at = null, transmission_response = $1
      where transmission_uuid = $2`
    await db.query(sql(text, response, c3))
    const listed = await selfbill(open.location, 'legs', '--stalled', '--org', 'org-1')
    assert.match(
      listed.stdout,
      new RegExp(`^${c3}  ${deliverable.documentId}  purchase-invoices  C3  12 attempts  since `),
    )
    assert.match(listed.stdout, /Z {2}No answer within 30 s\n$/)
    const others = await selfbill(open.location, 'retry', '--because', 'Technical DNS failure')
    assert.deepEqual(others, { code: 0, stdout: 'No stalled leg has this error.\n', stderr: '' })
    for (const how of [[c3], ['--because', 'answer within', '--org', 'org-1']]) {
      await db.query(sql("update legs set status = 'STALLED', next_attempt_at = null where transmission_uuid = $1", c3))
      const retried = await selfbill(open.location, 'retry', ...how)
      assert.equal(retried.stdout, `The leg ${c3} is due again.\n`)
    }
    for (const wrong of [[], ['--because', ' '], [c3, '--because', 'answer'], [c3, '--org', 'org-1']])
      assert.equal((await selfbill(open.location, 'retry', ...wrong)).code, 2)
    assert.equal(await standing(db, deliverable), 'C3 RETRYING, C5 PENDING, PENDING')
    await db.query(
      sql(
        "update legs set status = 'SUBMITTED', submitted_at = 0, mls_overdue_at = 60000 where transmission_uuid = $1",
        c3,
      ),
    )
    assert.equal(
      (await selfbill(open.location, 'legs', '--overdue')).stdout,
      `${c3}  ${deliverable.documentId}  purchase-invoices  C3  receipt 1970-01-01T00:00:00.000Z  ` +
        'overdue since 1970-01-01T00:01:00.000Z  0235:1987654321\n',
    )
    await db.query(sql("update legs set corner = 'C5', report = 'W' where transmission_uuid = $1", c3))
    assert.match((await selfbill(open.location, 'legs', '--overdue')).stdout, / {2}C5\/W {2}receipt /)
    assert.equal((await selfbill(open.location, 'legs')).code, 2)
    const refused = await selfbill(open.location, 'retry', c5)
    assert.deepEqual(refused, {
      code: 1,
      stdout: '',
      stderr: `selfbill retry: the leg ${c5} is PENDING, not STALLED\n`,
    })
  })
})

const policy = { attemptsMax: 4, backoffFirstMs: 5, backoffLastMs: 20, submitTimeoutMs: 1_000, patienceMs: 60_000 }
