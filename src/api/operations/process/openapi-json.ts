import Type from 'typebox'
import { RawJson } from '../../../json/write.ts'
import { json } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'

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
  handle: async ({ parts }) => json(200, new RawJson(parts.openApi())),
})
