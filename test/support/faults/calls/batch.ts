import { setTimeout as delay } from 'node:timers/promises'
import type { PlannedCall } from '../plan.ts'
import {
  aKey,
  attemptsMax,
  type Call,
  type CallingTenant,
  type Created,
  type Reply,
  type Request,
  sendOnce,
  stillRunning,
  storedAfterAll,
} from './call.ts'
import { bodyOf, createdIn } from './create.ts'

/**
 * A batch under a key is sent until each of its lines has an answer. A line that was answered once
 * has the same document in every answer.
 */
export const batch: Call = async (planned, tenant, parts) => {
  const losses: string[] = []
  const answered = new Map<string, Created>()
  const outcomes: string[] = []
  let [key, notes, isSure] = [aKey(), notesOf(planned), true]
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const request = { ...batchRequest(planned, tenant, notes), key }
    const reply = await sendOnce(request, parts)
    const lines = linesIn(reply)
    for (const created of createdBy(lines, planned, tenant)) {
      const before = answered.get(created.key)
      if (before !== undefined && before.id !== created.id)
        losses.push(`a line of a batch was answered with ${before.id} and with ${created.id}`)
      answered.set(created.key, created)
    }
    outcomes.push(`batch: ${reply.kind === 'answered' ? 'whole answer' : 'broken off'}`)
    if (reply.kind === 'answered' && lines.length === notes.length && lines.every(({ status }) => status === 201)) {
      const { status, text } = reply
      const answers = [{ request, status, text, isSure }]
      return { outcomes: [...new Set(outcomes)], created: [...answered.values()], answers, lossesIn: () => losses }
    }
    isSure = false
    // Another attempt died with the keys of some lines, which last a minute.
    if (lines.some(({ text }) => text.includes(stillRunning))) [key, notes, isSure] = [aKey(), notesOf(planned), true]
    await delay(100)
  }
  throw new Error(`a batch was not answered in ${attemptsMax} attempts`)
}

/** A batch without a key is sent once. Each line that was answered is true. */
export const batchWithoutKeys: Call = async (planned, tenant, parts) => {
  const notes = notesOf(planned)
  const reply = await sendOnce(batchRequest(planned, tenant, notes), parts)
  const lines = linesIn(reply)
  const unavailable = lines.filter(({ status }) => status >= 500)
  return {
    outcomes: [`batch without keys: ${reply.kind === 'answered' ? 'whole answer' : 'broken off'}`],
    created: createdBy(lines, planned, tenant),
    answers: [],
    lossesIn: (documents) =>
      unavailable.flatMap(({ line, text }) => storedAfterAll(text, notes[line - 1] ?? '', documents)),
  }
}

function notesOf({ receivers }: PlannedCall): readonly string[] {
  return receivers.map(aKey)
}

function batchRequest(planned: PlannedCall, { profileId, token }: CallingTenant, notes: readonly string[]): Request {
  const lines = notes.map((note, at) => bodyOf({ ...planned, receivers: planned.receivers.slice(at) }, note))
  return {
    method: 'POST',
    path: `/api/${planned.family}/${profileId}/batch`,
    token,
    body: lines.join('\n'),
    type: 'application/x-ndjson',
  }
}

interface Line {
  readonly line: number
  readonly status: number
  /** The whole line. */
  readonly text: string
}

/** The lines that arrived whole. */
function linesIn(reply: Reply): readonly Line[] {
  if (reply.kind === 'running' || reply.kind === 'unavailable') return []
  const whole = reply.text.split('\n').slice(0, -1)
  return whole.map((text) => {
    const { line, status }: Line = JSON.parse(text)
    return { line, status, text }
  })
}

function createdBy(lines: readonly Line[], { family }: PlannedCall, tenant: CallingTenant): readonly Created[] {
  return lines.flatMap(({ status, text }) =>
    status === 201 ? [createdIn(JSON.stringify(JSON.parse(text).body), family, tenant)] : [],
  )
}
