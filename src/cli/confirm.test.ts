import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { isConfirmed } from './confirm.ts'

function terminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  stderr.setEncoding('utf8')
  return { stdin, stderr }
}

test('only yes lets a command go on', async () => {
  for (const [answer, isYes] of [
    ['yes\n', true],
    [' YES \n', true],
    ['y\n', false],
    ['no\n', false],
    ['\n', false],
    ['\u0004', false],
    ['\u0003', false],
  ] as const) {
    const { stdin, stderr } = terminal()
    const confirmed = isConfirmed({ stdin, stderr }, 'Skip them?', {})
    stdin.write(answer)
    assert.equal(await confirmed, isYes, JSON.stringify(answer))
    const text = String(stderr.read())
    assert.match(text, /Skip them\? Type yes to go on: /)
    assert.equal(text.includes('Nothing was changed.'), !isYes)
  }
})

test('an input that ends is not a yes', async () => {
  const { stdin, stderr } = terminal()
  stdin.end()
  assert.equal(await isConfirmed({ stdin, stderr }, 'Skip them?', {}), false)
})

test('--yes is not asked; without a terminal nothing but --yes goes on', async () => {
  const { stdin, stderr } = terminal()
  for (const place of [
    { stdin: new PassThrough(), stderr },
    { stdin, stderr: new PassThrough() },
  ]) {
    assert.equal(await isConfirmed(place, 'Skip them?', { yes: true }), true)
    await assert.rejects(isConfirmed(place, 'Skip them?', {}), /^UsageError: Skip them\? .* add --yes/)
  }
  assert.equal(await isConfirmed({ stdin, stderr }, 'Skip them?', { yes: true }), true)
  assert.equal(stderr.read(), null)
})
