import { answerObject, Type } from '@selfbill/pint-ae/document'
import { encoded, okText } from '../../answer/answers.ts'
import { sameForAll } from '../../answer/same-for-all.ts'
import { operationWith } from '../../operation.ts'
import type { Process } from '../../parts.ts'

/** The OpenAPI 3.1 document of the operations. */
export const openApiJson = operationWith<Process>()({
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
  handle: ({ parts }) => document(parts),
})

const document = sameForAll(async (parts: Process) => encoded(okText(await parts.openApi())))
