import { answerObject, Type } from '@selfbill/pint-ae/document'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'

/** Answers while the process is alive, and uses no database. */
export const healthz = operation({
  id: 'healthz',
  method: 'GET',
  path: '/healthz',
  access: { kind: 'public' },
  summary: 'Check that the process is alive',
  answers: {
    200: {
      description: 'The process is alive',
      type: 'application/json',
      schema: answerObject('Liveness', { status: Type.Literal('ok') }),
    },
  },
  memory: { fixedBytes: 0 },
  faults: [],
  handle: async () => ok({ status: 'ok' }),
})
