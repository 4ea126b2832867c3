import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { percentile } from '../measure.ts'
import { body } from './load.ts'

/**
 * Answer times of single creates at a steady rate, whether earlier ones were answered or not: what
 * a caller sees of a service that is not saturated. A load generator that waits for its answers
 * would pause whenever the service does, and miss the tail.
 */
export async function atSteadyRate(
  address: string,
  made: readonly StoredTenant[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<{ readonly p50Ms: number; readonly p99Ms: number; readonly mostMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const answers: Promise<number>[] = []
  const began = performance.now()
  for (let sent = 0; performance.now() - began < seconds * 1000; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; sent < due; sent += 1) answers.push(answerMs(address, agent, made[sent % made.length]))
    await sleep(1)
  }
  const samples = (await Promise.all(answers)).slice(Math.floor(perSecond / 2))
  agent.destroy()
  return { p50Ms: percentile(samples, 50), p99Ms: percentile(samples, 99), mostMs: Math.max(...samples) }
}

function answerMs(address: string, agent: Agent, tenant: StoredTenant | undefined): Promise<number> {
  if (tenant === undefined) throw new Error('no tenant')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = performance.now()
  const call = httpRequest(
    `${address}/api/purchase-invoices/${tenant.profileId}`,
    {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    },
    (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 201) resolve(performance.now() - sent)
        else reject(new Error(`a create was answered ${response.statusCode}`))
      })
    },
  )
  call.on('error', reject)
  call.end(body)
  return promise
}
