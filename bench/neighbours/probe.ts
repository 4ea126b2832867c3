import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { ProbeOrder, ProbeReport } from './protocol.ts'

// The quiet organisation: creates at a steady rate, even while earlier creates are unanswered, and
// calls the health check.

const healthzPerSecond = 10

comeFirst()

const agent = new Agent({ keepAlive: true })

/**
 * A real caller runs on its own machine, so this one never waits for a processor: beside a storm it
 * waited up to 51 ms, which counted as time of the service. Real-time scheduling makes the service
 * wait only while this process runs. With a high priority instead, the service waited up to 76 ms,
 * because Linux weighs such a process 87 times.
 */
function comeFirst(): void {
  try {
    execFileSync('chrt', ['--all-tasks', '--rr', '--pid', '1', String(process.pid)], { stdio: 'ignore' })
  } catch {
    // Not on Linux, or not allowed: the times then include those waits.
  }
}

process.on('message', async (order: ProbeOrder) => {
  process.send?.(await probe(order))
})

async function probe({ address, path, tokens, body, createsPerSecond, forMs }: ProbeOrder): Promise<ProbeReport> {
  const createEveryMs = 1_000 / createsPerSecond
  const healthzEvery = Math.max(1, Math.round(createsPerSecond / healthzPerSecond))
  const createsMs: number[] = []
  const healthzMs: number[] = []
  const failures: string[] = []
  const ask = async (into: number[], method: string, url: string, expected: number, at: number) => {
    const began = performance.now()
    const status = await statusOf(method, url, tokens[at % tokens.length] ?? '', method === 'POST' ? body : undefined)
    into.push(performance.now() - began)
    if (status !== expected) failures.push(`${method} ${url}: ${status}`)
  }
  const underway: Promise<void>[] = []
  const began = performance.now()
  for (let at = 0; performance.now() - began < forMs; at += 1) {
    underway.push(ask(createsMs, 'POST', `${address}${path}`, 201, at))
    if (at % healthzEvery === 0) underway.push(ask(healthzMs, 'GET', `${address}/healthz`, 200, at))
    const wait = began + (at + 1) * createEveryMs - performance.now()
    if (wait > 0) await setTimeout(wait)
  }
  await Promise.all(underway)
  return { createsMs, healthzMs, failures }
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
