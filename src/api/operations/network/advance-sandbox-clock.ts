import Type from 'typebox'
import { leaf, object, Problem } from '../../../document/declaration/declare.ts'
import { durationMs, durationProblem, durationSyntax } from '../../../exchange/gateways/sandbox/duration.ts'
import { TooFarAhead } from '../../../exchange/gateways/sandbox/sandbox-clock.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { fieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'

const Advance = object({
  by: leaf<number>(
    {
      type: 'string',
      description: 'How much time passes: `30m`, `1h30m`, `2d`, or ISO 8601 `PT30M`',
      examples: ['30m'],
      minLength: 2,
      pattern: durationSyntax,
    },
    (sent, title) =>
      (typeof sent === 'string' ? durationMs(sent) : undefined) ?? new Problem(`${title} ${durationProblem}`),
  ),
})

const Advanced = Type.Object({
  now: Type.String({
    format: 'date-time',
    description: "Your organisation's time: the real time plus `ahead_ms`",
  }),
  ahead_ms: Type.Integer({ description: 'Sum of all advances of your organisation, in milliseconds' }),
})

/**
 * Lets time pass in the sandbox for the caller's organisation: everything that becomes due happens
 * at once. Source: docs/sandbox.md.
 */
export const advanceSandboxClock = operation({
  id: 'advanceSandboxClock',
  method: 'POST',
  path: '/sandbox/clock/advance',
  summary: 'Let time pass in the sandbox',
  description:
    'Only for your organisation: everything that becomes due happens at once, and is stamped with the real time. ' +
    'Advances add up, even concurrent ones; each answer says how far ahead the organisation is.',
  access: { kind: 'sandbox', scopes: ['admin'] },
  body: { kind: 'json', schema: Advance, bytesMax: smallBodyBytesMax, example: { by: '30m' } },
  answers: { 200: { description: 'The new time', type: 'application/json', schema: Advanced } },
  faults: ['route_not_found', 'document_invalid'],
  async handle({ account, body, sandboxClock }) {
    const { by } = body.read()
    try {
      const { now, aheadMs } = await sandboxClock.advance(account.orgId, by)
      return ok({ now: new Date(now).toISOString(), ahead_ms: aheadMs })
    } catch (error) {
      if (error instanceof TooFarAhead) throw fieldFault('document_invalid', new Map([['by', error.message]]))
      throw error
    }
  },
})
