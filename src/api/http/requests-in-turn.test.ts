import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import { RequestsInTurn } from './requests-in-turn.ts'

const opened: { close(): void }[] = []
after(() => {
  for (const one of opened) one.close()
})

async function serve(handle: RequestListener): Promise<{ send(requests: string): Socket; tooMany(): number }> {
  let tooMany = 0
  const turns = new RequestsInTurn(handle, () => {
    tooMany += 1
  })
  const server = createServer(turns.arrive).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { port } = address
  const send = (requests: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(requests)
    opened.push({ close: () => socket.destroy() })
    return socket
  }
  opened.push(server)
  return { send, tooMany: () => tooMany }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)

test('requests sent in advance are answered one after the other, each with its body', async () => {
  const [underWay, most, seen] = [new Set<string>(), { count: 0 }, [] as string[]]
  const { send } = await serve(async (request, response) => {
    const { url = '' } = request
    underWay.add(url)
    most.count = Math.max(most.count, underWay.size)
    const body = await text(request)
    await round()
    underWay.delete(url)
    seen.push(`${url} ${body}`)
    response.end(url)
  })
  const posts = paths(40).map(
    (path) => `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: ${path.length}\r\n\r\n${path}`,
  )
  const socket = send(posts.join(''))
  let answers = ''
  for await (const part of socket) {
    answers += part
    if (answers.endsWith('/39')) break
  }
  assert.deepEqual(
    seen,
    paths(40).map((path) => `${path} ${path}`),
  )
  assert.equal(most.count, 1)
})

test('a connection that sends too many at once ends, and begins no more of them', async () => {
  let begun = 0
  const { send, tooMany } = await serve((_request, response) => {
    begun += 1
    setImmediate(() => response.end('x'))
  })
  await once(send(paths(200).map(get).join('')), 'close')
  assert.equal(tooMany(), 1)
  assert.ok(begun < 3, `${begun} requests`)
})

test('what waits behind an answer that ends the connection never begins', async () => {
  const begun: string[] = []
  const { send } = await serve(({ url = '' }, response) => {
    begun.push(url)
    response.setHeader('connection', 'close').end('x')
  })
  await once(send(paths(5).map(get).join('')).resume(), 'close')
  assert.deepEqual(begun, ['/0'])
})

test('a caller who reads nothing holds one answer, and leaves nothing behind', async () => {
  const [begun, ended] = [{ count: 0 }, { count: 0 }]
  const { send } = await serve((_request, response) => {
    begun.count += 1
    response.once('close', () => {
      ended.count += 1
    })
    response.end(Buffer.alloc(16 * 1024 * 1024))
  })
  const socket = send(paths(50).map(get).join('')).pause()
  while (begun.count === 0) await round()
  for (let at = 0; at < 100; at += 1) await round()
  assert.equal(begun.count, 1)
  socket.destroy()
  while (ended.count === 0) await round()
  assert.deepEqual([begun.count, ended.count], [1, 1])
})
