import Type from 'typebox'
import { encoded } from '../../answer/answers.ts'
import { type Answer, operationOf } from '../../operation.ts'
import type { Parts } from '../../parts.ts'

/** The OpenAPI 3.1 document of this very list of operations. */
export const openApiJson = operationOf({
  id: 'openApiJson',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This API as OpenAPI 3.1',
  answers: {
    200: {
      description: 'The OpenAPI document',
      type: 'application/json',
      schema: Type.Object({ openapi: Type.String() }),
    },
  },
  faults: [],
  handle: async ({ parts }) => answerOf(parts),
})

/** Anybody may ask for it as often as they like, so it is encoded once. */
const answers = new WeakMap<Parts, Answer>()

function answerOf(parts: Parts): Answer {
  const known = answers.get(parts)
  if (known !== undefined) return known
  const answer = encoded({ status: 200, type: 'application/json; charset=utf-8', body: parts.openApi() })
  answers.set(parts, answer)
  return answer
}
