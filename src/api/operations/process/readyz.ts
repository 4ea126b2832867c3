import { answerObject, Type } from '@selfbill/pint-ae/document'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Process } from '../../parts.ts'

const Readiness = answerObject('Readiness', { status: Type.Literal('ready') })

/** The service can take requests: its database accepts writes and it is not shutting down. */
export const readyz = operationWith<Process>()({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  access: { kind: 'public' },
  summary: 'Check that the service can take requests',
  description:
    'The database accepts a write, and the service is not shutting down. It writes at most once a second, however ' +
    'often it is called.',
  answers: {
    200: { description: 'Ready', type: 'application/json', schema: Readiness },
  },
  memory: { fixedBytes: 0 },
  faults: ['unavailable'],
  async handle({ parts }) {
    if (!(await parts.isReady())) throw new Fault('unavailable')
    return ok({ status: 'ready' })
  },
})
