import assert from 'node:assert/strict'
import { answerObject, instantAt, leaf, milliseconds, namedObject, Problem, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { durationMs, durationSyntax } from '../../../exchange/gateways/sandbox/duration.ts'
import { TooFarAhead } from '../../../exchange/gateways/sandbox/sandbox-clock.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Sandbox } from '../../parts.ts'

const Advance = namedObject('ClockAdvance', {
  by: leaf<number>(
    {
      type: 'string',
      minLength: 2,
      pattern: durationSyntax,
    },
    (sent, field) =>
      (typeof sent === 'string' ? durationMs(sent) : undefined) ?? new Problem(message('must_be_duration', { field })),
  ),
})

const Advanced = answerObject('SandboxTime', {
  now: Type.String({
    format: 'date-time',
  }),
  ahead_ms: milliseconds(),
})

/**
 * Lets time pass in the sandbox for the caller's organisation: everything that becomes due happens
 * at once. Source: docs/sandbox.md.
 */
export const advanceSandboxClock = operationWith<Sandbox>()({
  id: 'advanceSandboxClock',
  method: 'POST',
  path: '/sandbox/clock/advance',
  summary: 'Let time pass in the sandbox',
  description:
    'Only for your organisation: everything that becomes due happens at once, and is stamped with the real time. ' +
    'Advances add up, even concurrent ones; each answer says how far ahead the organisation is.',
  access: { kind: 'sandbox', scopes: ['admin'] },
  audits: { target: 'sandbox_clock', detail: ['by'] },
  body: { kind: 'json', schema: Advance, bytesMax: smallBodyBytesMax, example: { by: '30m' } },
  answers: { 200: { description: 'The new time', type: 'application/json', schema: Advanced } },
  faults: ['route_not_found', 'document_invalid'],
  async handle({ account, body, parts: { sandboxClock } }) {
    assert(sandboxClock, 'without a sandbox there is no such route')
    const { by } = body.read()
    try {
      const { now, aheadMs } = await sandboxClock.advance(account.orgId, by)
      return ok({ now: instantAt(now), ahead_ms: aheadMs })
    } catch (error) {
      if (error instanceof TooFarAhead) throw oneFieldFault('document_invalid', 'by', message('clock_too_far_ahead'))
      throw error
    }
  },
})
