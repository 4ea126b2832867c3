import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { operatorMessage } from './operator-error.ts'

test('a port that is in use is named, with the settings for another', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((error: unknown) => [error])
  first.close()
  assert.match(
    String(operatorMessage(error)),
    new RegExp(`^another program uses port ${port}\\. Stop it, or choose another port: --port \\d+, PORT or METRICS$`),
  )
})
