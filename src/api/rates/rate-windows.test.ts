import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { RateWindows, type SharedCounts } from './rate-windows.ts'

suite('rate windows', () => {
  test('an instance knows its own requests at once, and those of the others after they are shared', async () => {
    const shared = new Counts()
    const [one, other] = [instance(shared), instance(shared)]
    assert.deepEqual([hit(one), hit(one), hit(other)], [1, 2, 1])
    await one.pass()
    await other.pass()
    assert.deepEqual([hit(other), hit(one)], [4, 3])
    await one.pass()
    await other.pass()
    assert.deepEqual([hit(one), hit(other)], [5, 6])
  })

  test('requests are added together', async () => {
    const shared = new Counts()
    const one = instance(shared)
    for (let at = 0; at < 300; at += 1) hit(one, at % 2 === 0 ? 'even' : 'odd')
    await one.pass()
    assert.deepEqual(shared.added, [
      [
        ['even', 150],
        ['odd', 150],
      ],
    ])
  })

  test('requests that arrive while others are added are added next, without a further request', async () => {
    const shared = new Counts()
    const one = instance(shared)
    hit(one)
    const release = shared.hold()
    await one.pass()
    assert.equal(hit(one), 2)
    release()
    await setImmediate()
    assert.equal(hit(one), 3)
    await one.pass()
    assert.deepEqual(shared.added, [[['key', 1]], [['key', 2]]])
    assert.equal(hit(one), 4)
  })

  test('nothing is lost or counted twice when requests cannot be added', async () => {
    const shared = new Counts()
    const one = instance(shared)
    hit(one)
    shared.failure = new Error('away')
    await one.pass()
    assert.deepEqual(one.troubles, [shared.failure])
    shared.failure = undefined
    assert.equal(hit(one), 2)
    await one.pass()
    assert.deepEqual(shared.added, [[['key', 2]]])
    assert.equal(hit(one), 3)
  })

  test('a sum that arrives after its window does not count in the next one', async () => {
    const shared = new Counts()
    const one = instance(shared)
    hit(one)
    const release = shared.hold()
    await one.pass()
    assert.equal(hit(one, 'key', 60_000), 1)
    release()
    await setImmediate()
    assert.equal(hit(one, 'key', 60_000), 2)
  })
})

function hit({ windows }: { readonly windows: RateWindows }, key = 'key', startsAt = 0): number {
  return windows.hit(key, startsAt)
}

/** An instance whose time to gather ends with `pass`. */
function instance(counts: SharedCounts) {
  let end = () => {}
  const sleep = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const troubles: unknown[] = []
  const windows = new RateWindows({ counts, clock: { sleep }, onTrouble: (error) => troubles.push(error) })
  const pass = async () => {
    end()
    await setImmediate()
  }
  return { windows, troubles, pass }
}

class Counts implements SharedCounts {
  readonly added: (readonly [string, number])[][] = []
  failure: Error | undefined
  #held: Promise<void> = Promise.resolve()
  readonly #sums = new Map<string, number>()

  async add(startsAt: number, requests: ReadonlyMap<string, number>) {
    if (this.failure !== undefined) throw this.failure
    this.added.push([...requests])
    const sums = new Map<string, number>()
    for (const [key, count] of requests) {
      const sum = (this.#sums.get(`${startsAt} ${key}`) ?? 0) + count
      this.#sums.set(`${startsAt} ${key}`, sum)
      sums.set(key, sum)
    }
    await this.#held
    return sums
  }

  /** Answers to `add` wait until the result is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }
}
