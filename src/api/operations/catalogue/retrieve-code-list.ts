import { type CodeList as Codes, codeListNamed } from '@selfbill/pint-ae/code-lists'
import { Type } from '@selfbill/pint-ae/document'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { CodeList } from './catalogue-schemas.ts'

/** A code list with its codes. */
export const retrieveCodeList = operation({
  id: 'retrieveCodeList',
  method: 'GET',
  path: '/api/codelists/{name}',
  access: { kind: 'public' },
  summary: 'Retrieve a code list with its codes',
  params: { name: Type.String() },
  answers: {
    200: { description: 'The list', type: 'application/json', schema: CodeList },
    304: notModified,
  },
  faults: ['codelist_not_found'],
  async handle({ params }) {
    return answerOf(codeListNamed(params.name) ?? unknown(params.name))
  },
})

/** Written once each, because anybody may ask for a list as often as they like. */
const answers = new Map<Codes, ReturnType<typeof written>>()

function answerOf(list: Codes) {
  const answer = answers.get(list) ?? written(list)
  answers.set(list, answer)
  return answer
}

function written({ name, title, rules, codes }: Codes) {
  return encoded(cacheable({ name, title, rules, codes: codes.map(({ code, name }) => ({ code, name })) }))
}

function unknown(name: string): never {
  throw new Fault('codelist_not_found', { name })
}
