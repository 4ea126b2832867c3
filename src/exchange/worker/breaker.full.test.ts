import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { CountingClock } from '../../../test/support/delivery/counting-clock.ts'
import { addDeliverable, standing } from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox, hurriedPolicy } from '../../../test/support/delivery/deliveries.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { logOf } from '../../store/log/log.ts'
import { bareResponse, type Gateway, type Outcome } from '../gateway.ts'
import { Breaker } from './breaker.ts'

const outage: Outcome = { kind: 'outage', hasMaybeLeft: false, response: bareResponse('UNREACHABLE', 'away') }
const unknown: Outcome = { kind: 'unknown', response: bareResponse('TIMEOUT', null) }
const refused: Outcome = { kind: 'permanent', response: bareResponse('REFUSED', 'no') }

test('several outages open it, later it lets one through, and each failure doubles the wait', () => {
  const { breaker, clock, changes } = aBreaker()
  for (const outcome of [outage, outage, refused, outage, outage, unknown]) breaker.record(outcome)
  assert.equal(breaker.state.kind, 'closed')
  breaker.record(outage)
  assert.deepEqual(changes, ['open: away'])
  for (const openMs of [100, 200, 400, 400]) {
    clock.now += openMs - 1
    assert.equal(breaker.allowance(), 0)
    clock.now += 1
    assert.equal(breaker.allowance(), 1)
    breaker.recordClaimed(0)
    assert.equal(breaker.allowance(), 1)
    breaker.recordClaimed(1)
    assert.equal(breaker.allowance(), 0)
    // A transmission claimed before the breaker opened, and timed out since, proves nothing: the
    // next may try.
    breaker.record(unknown)
    assert.deepEqual([breaker.state.kind, breaker.allowance()], ['half-open', 1])
    // Nor does one that was never sent.
    breaker.recordClaimed(1)
    breaker.record({ kind: 'unsent', isAttempt: true, response: bareResponse('NOT_SENT', null) })
    assert.deepEqual([breaker.state.kind, breaker.allowance()], ['half-open', 1])
    breaker.recordClaimed(1)
    breaker.record(outage)
    assert.deepEqual(breaker.state, { kind: 'open', since: clock.now })
    breaker.record(outage) // claimed earlier, ends later
    assert.equal(breaker.allowance(), 0)
  }
  clock.now += 400
  assert.equal(breaker.allowance(), 1)
  breaker.recordClaimed(1)
  breaker.record(refused)
  assert.equal(breaker.allowance(), Number.POSITIVE_INFINITY)
  assert.equal(changes.at(-1), 'closed: null')
  for (let times = 0; times < 3; times++) breaker.record(outage)
  clock.now += 100
  assert.equal(breaker.allowance(), 1, 'the wait starts again at its shortest')
})

test('stuck for all counts as an outage, stuck for one leg does not count', () => {
  const { breaker } = aBreaker()
  const stuck = (isForAll: boolean): Outcome => ({
    kind: 'stuck',
    isForAll,
    response: bareResponse('LOOKUP_ERROR', 'no DNS'),
  })
  for (const outcome of [stuck(true), stuck(false), outage]) breaker.record(outcome)
  assert.equal(breaker.state.kind, 'closed')
  breaker.record(stuck(true))
  assert.equal(breaker.state.kind, 'open')
})

test('a receipt closes it while it is open', () => {
  const { breaker } = aBreaker()
  for (let times = 0; times < 3; times++) breaker.record(outage)
  breaker.record({ kind: 'receipt', response: bareResponse('SUCCESS', null) })
  assert.equal(breaker.state.kind, 'closed')
})

eachDatabase('breaker', (open) => {
  test('an outage delays every leg, uses up no attempts, and ends by itself', async () => {
    const db = await open()
    const sandbox = aSandbox(db)
    let isAway = true
    let calls = 0
    const gateway: Gateway = {
      ...sandbox,
      async submit(transmission, signal) {
        calls += 1
        return isAway ? outage : await sandbox.submit(transmission, signal)
      },
    }
    const states: string[] = []
    const exchange = anExchange(db, gateway, { onGateway: (_, { kind }) => states.push(kind) })
    const deliverables = await Promise.all(Array.from({ length: 20 }, () => addDeliverable(db)))
    exchange.start()
    await eventually(async () => states.filter((state) => state === 'half-open').length >= 8)
    assert.notEqual(exchange.gatewayStates().get('default')?.kind, 'closed')
    // One batch before it opens, then one leg per probe.
    assert.ok(calls <= hurriedPolicy.concurrencyMax + states.length, `${calls} calls`)
    isAway = false
    for (const deliverable of deliverables) {
      await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    }
    await exchange.stop()
    assert.equal(exchange.gatewayStates().get('default')?.kind, 'closed')
    const [spent] = await db.query(
      sql('select max(attempts - uncounted) as most, max(attempts) as all_of_them from legs'),
    )
    assert.equal(spent?.most, 1)
    assert.ok(Number(spent?.all_of_them) > 1)
    const [first] = deliverables
    const log = first && (await logOf(db, first.orgId, first.family, first.documentId))
    assert.equal(log?.filter(({ event }) => event === 'SUBMITTED_TO_C3').length, 1)
  })

  test('a gateway that hangs when asked counts as an outage, and doubt stays until it answers', {
    skip: inFullRunOnly,
  }, async () => {
    const db = await open()
    const sandbox = aSandbox(db, { delays: { receiptMs: [0, 0], verdictMs: [600_000, 600_000] } })
    let isHanging = true
    const submits = new Map<string, number>()
    const gateway: Gateway = {
      ...sandbox,
      async submit(transmission, signal) {
        submits.set(transmission.transmissionUuid, (submits.get(transmission.transmissionUuid) ?? 0) + 1)
        await sandbox.submit(transmission, signal)
        return await new Promise(() => undefined)
      },
      ask: async (uuid, signal) => (isHanging ? await new Promise(() => undefined) : await sandbox.ask(uuid, signal)),
    }
    const policy = { ...hurriedPolicy, submitTimeoutMs: 40, leaseMs: 400, attemptsMax: 3 }
    const clock = new CountingClock()
    const exchange = anExchange(db, gateway, { clock, policy })
    const deliverable = await addDeliverable(db)
    exchange.start()
    await eventually(async () => exchange.gatewayStates().get('default')?.kind !== 'closed')
    await clock.naps(60)
    assert.match(await standing(db, deliverable), /^C3 (RETRYING|SENDING), C5 (RETRYING|SENDING), PENDING$/)
    isHanging = false
    await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    await exchange.stop()
    assert.deepEqual([...submits.values()], [1, 1])
  })
})

function aBreaker() {
  const clock = { now: 0 }
  const changes: string[] = []
  const breaker = new Breaker({
    outagesMax: 3,
    openFirstMs: 100,
    openLastMs: 400,
    now: () => clock.now,
    random: () => 1,
    onChange: ({ kind }, why) => kind !== 'half-open' && changes.push(`${kind}: ${why}`),
  })
  return { breaker, clock, changes }
}
