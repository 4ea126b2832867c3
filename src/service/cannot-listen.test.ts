import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { apiAddress, listening, metricsAddress } from './cannot-listen.ts'
import { operatorMessage } from './operator-error.ts'

test('a port that is in use is named, with the settings of this port alone', async (t) => {
  const first = createServer().listen(0, '127.0.0.1')
  t.after(() => first.close())
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const messageFor = async (settings: typeof apiAddress) => {
    const failure = listening(settings, () => once(createServer().listen(port, '127.0.0.1'), 'listening'))
    return operatorMessage(await failure.catch((error: unknown) => error))
  }
  const taken = `another program uses port ${port}. Stop it, or choose another port: `
  assert.equal(await messageFor(apiAddress), `${taken}--port ${port + 1} or PORT=${port + 1}`)
  assert.equal(await messageFor(metricsAddress), `${taken}port=${port + 1} in METRICS`)
})

test('an address that this machine has not is a sentence with the setting of the host', async () => {
  for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
    const failure = listening(metricsAddress, () => once(createServer().listen(0, host), 'listening'))
    const message = operatorMessage(await failure.catch((error: unknown) => error))
    assert.match(String(message), /^this machine has no such address \(.*\)\. Choose another: host in METRICS$/, host)
  }
})

test('every other failure stays as it is', async () => {
  const bug = new TypeError('ours')
  await assert.rejects(
    listening(apiAddress, () => Promise.reject(bug)),
    bug,
  )
})
