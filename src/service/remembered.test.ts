import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Remembered } from './remembered.ts'

suite('Remembered', () => {
  test('looks up once, and again after the time limit', async () => {
    let now = 0
    const { remembered, asked } = counting(() => now)
    await remembered.get('one')
    now = 9
    assert.equal(await remembered.get('one'), 'answer one')
    assert.deepEqual(asked, ['one'])
    now = 10
    await remembered.get('one')
    assert.deepEqual(asked, ['one', 'one'])
  })

  test('does not cache a failure', async () => {
    let isAway = true
    const remembered = new Remembered(
      () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('here')),
      10,
      () => 0,
    )
    await assert.rejects(remembered.get('one'), /away/)
    isAway = false
    assert.equal(await remembered.get('one'), 'here')
  })

  test('a full cache drops the key that was not used for longest, and no other', async () => {
    const { remembered, asked } = counting(() => 0)
    for (let key = 0; key < 10_000; key += 1) await remembered.get(String(key))
    await remembered.get('0')
    await remembered.get('one more')
    asked.length = 0
    await remembered.get('0')
    await remembered.get('2')
    assert.deepEqual(asked, [])
    await remembered.get('1')
    assert.deepEqual(asked, ['1'])
  })
})

function counting(now: () => number) {
  const asked: string[] = []
  const lookUp = async (key: string) => {
    asked.push(key)
    return `answer ${key}`
  }
  return { asked, remembered: new Remembered(lookUp, 10, now) }
}
