import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { isConfirmed } from './confirm.ts'

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  output.setEncoding('utf8')
  return { input, output }
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
    const { input, output } = terminal()
    const confirmed = isConfirmed('Skip them?', {}, { input, output })
    input.write(answer)
    assert.equal(await confirmed, isYes, JSON.stringify(answer))
    const text = String(output.read())
    assert.match(text, /Skip them\? Type yes to go on: /)
    assert.equal(text.includes('Nothing was changed.'), !isYes)
  }
})

test('an input that ends is not a yes', async () => {
  const { input, output } = terminal()
  input.end()
  assert.equal(await isConfirmed('Skip them?', {}, { input, output }), false)
})

test('a script, and --yes, are not asked', async () => {
  const { input, output } = terminal()
  assert.equal(await isConfirmed('Skip them?', { yes: true }, { input, output }), true)
  assert.equal(await isConfirmed('Skip them?', {}, { input: new PassThrough(), output }), true)
  assert.equal(await isConfirmed('Skip them?', {}, { input, output: new PassThrough() }), true)
  assert.equal(output.read(), null)
})
