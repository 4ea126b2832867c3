import Type from 'typebox'
import { answerObject } from '../../../document/declaration/answer-shapes.ts'
import type { RawJson } from '../../../json/write.ts'
import type { JsonAnswer } from '../../answer/answer.ts'
import { encoded, okText } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import type { Parts } from '../../parts.ts'

/** The OpenAPI 3.1 document of the operations. */
export const openApiJson = operation({
  id: 'openApiJson',
  method: 'GET',
  path: '/openapi.json',
  access: { kind: 'public' },
  summary: 'Retrieve this API as OpenAPI 3.1',
  answers: {
    200: {
      description: 'The OpenAPI document',
      type: 'application/json',
      schema: answerObject('OpenApiDocument', { openapi: Type.String() }, { additionalProperties: true }),
    },
  },
  faults: [],
  handle: async ({ parts }) => answerOf(parts),
})

/** Encoded once, because anybody may ask for it as often as they like. */
const answers = new WeakMap<Parts, JsonAnswer<200, RawJson>>()

async function answerOf(parts: Parts): Promise<JsonAnswer<200, RawJson>> {
  const known = answers.get(parts)
  if (known !== undefined) return known
  const answer = encoded(okText(await parts.openApi()))
  answers.set(parts, answer)
  return answer
}
