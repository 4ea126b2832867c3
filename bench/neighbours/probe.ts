import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ProbeOrder, ProbeReport } from './protocol.ts'

// The quiet organisation: creates at a steady rate, even while earlier creates are unanswered, and
// calls the health check.

const healthzPerSecond = 10
const agent = new Agent({ keepAlive: true })

process.on('message', async (order: ProbeOrder) => {
  process.send?.(await probe(order))
})

async function probe({ address, path, tokens, body, createsPerSecond, forMs }: ProbeOrder): Promise<ProbeReport> {
  const createEveryMs = 1_000 / createsPerSecond
  const healthzEvery = Math.max(1, Math.round(createsPerSecond / healthzPerSecond))
  let creates = 0
  const failures: string[] = []
  const ask = async (method: string, url: string, expected: number, at: number) => {
    const status = await statusOf(method, url, tokens[at % tokens.length] ?? '', method === 'POST' ? body : undefined)
    if (method === 'POST') creates += 1
    if (status !== expected) failures.push(`${method} ${url}: ${status}`)
  }
  const underway: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; performance.now() - began < forMs; at += 1) {
    underway.push(ask('POST', `${address}${path}`, 201, at))
    if (at % healthzEvery === 0) underway.push(ask('GET', `${address}/healthz`, 200, at))
    const wait = began + (at + 1) * createEveryMs - performance.now()
    if (wait > 0) await setTimeout(wait)
  }
  await Promise.all(underway)
  return { creates, failures }
}

function statusOf(method: string, url: string, token: string, body: string | undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const asked = request(url, { method, headers, agent, timeout: 30_000 }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    asked.once('error', (error) => resolve(error.message))
    asked.end(body)
  })
}
