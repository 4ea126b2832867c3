import { setTimeout as delay } from 'node:timers/promises'
import { batch, batchWithoutKeys } from './calls/batch.ts'
import type { Call, CallParts, CallResult } from './calls/call.ts'
import { create, createWithoutKey } from './calls/create.ts'
import { creditsAtOnce } from './calls/credits.ts'
import { hold } from './calls/hold.ts'
import { resubmission } from './calls/resubmission.ts'
import { takenNumber } from './calls/taken-number.ts'
import type { CallKind, PlannedCall } from './plan.ts'

/** Some callers at the same time make all calls of a round, each with a pause after it. */
export async function makeCalls(planned: readonly PlannedCall[], parts: CallParts): Promise<readonly CallResult[]> {
  const waiting = [...planned]
  const results: CallResult[] = []
  const caller = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const tenant = parts.tenants[next.organisation]
      if (tenant === undefined) throw new Error('no such organisation')
      results.push(await calls[next.kind](next, tenant, parts))
      await delay(parts.random() * pauseMsMax)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return results
}

const calls: Readonly<Record<CallKind, Call>> = {
  create,
  'create without a key': createWithoutKey,
  'taken number': takenNumber,
  'credits at once': creditsAtOnce,
  resubmission,
  batch,
  'batch without keys': batchWithoutKeys,
  hold,
}

const callers = 4
const pauseMsMax = 500
