import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { StormOrder, StormReport } from './protocol.ts'

// The organisation that does its worst with one operation, all at once: parallel calls as fast as
// the service answers, answers that nobody reads, bodies that stop half-way.

const parallel = 15
const stuck = 8

process.on('message', async (order: StormOrder) => {
  process.send?.(await storm(order))
})

async function storm(order: StormOrder): Promise<StormReport> {
  const statuses: { [status: string]: number } = {}
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const agent = new Agent({ keepAlive: true })
  const until = performance.now() + order.forMs
  const sockets = Array.from({ length: stuck }, (_, at) => stuckCall(order, tokenOf(order, at)))
  const callers = Array.from({ length: parallel }, async (_, caller) => {
    for (let at = caller; performance.now() < until; at += parallel) {
      const status = await called(order, tokenOf(order, at), agent, until)
      count(status)
      // A hostile caller ignores Retry-After, but its own requests take their time too.
      if (status !== '200' && status !== '201') await setTimeout(50)
    }
  })
  await Promise.all(callers)
  for (const socket of sockets) socket.destroy()
  agent.destroy()
  return { statuses }
}

function tokenOf({ tokens }: StormOrder, at: number): string {
  return tokens[at % tokens.length] ?? ''
}

function called({ address, method, path, headers, body }: StormOrder, token: string, agent: Agent, until: number) {
  return new Promise<string>((resolve) => {
    const asked = request(
      `${address}${path}`,
      { method, agent, headers: { authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        response.on('error', () => resolve('broken off'))
        response.resume().once('end', () => resolve(String(response.statusCode)))
      },
    )
    const tooLong = globalThis.setTimeout(() => asked.destroy(), until - performance.now() + 1_000)
    asked.once('close', () => {
      clearTimeout(tooLong)
      resolve('unanswered')
    })
    asked.once('error', () => resolve('unanswered'))
    asked.end(body)
  })
}

/** With a body: sends two thirds of it. Without: sends the request and never reads the answer. */
function stuckCall({ address, method, path, headers, body }: StormOrder, token: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined).pause()
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: here',
    `Authorization: Bearer ${token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (body !== undefined) socket.write(body.slice(0, (body.length * 2) / 3))
  return socket
}
