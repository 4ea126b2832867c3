import Type from 'typebox'
import { type CodeList as Codes, codeListNamed } from '../../../codelists/catalogue.ts'
import { Fault } from '../../../faults.ts'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { type Answer, operationOf } from '../../operation.ts'
import { CodeList } from './catalogue-schemas.ts'

/** A code list with its codes. */
export const retrieveCodeList = operationOf({
  id: 'retrieveCodeList',
  method: 'GET',
  path: '/api/codelists/{name}',
  summary: 'A code list with its codes',
  params: { name: Type.String({ description: 'units, currencies, emirates, …' }) },
  answers: {
    200: { description: 'The list', type: 'application/json', schema: CodeList },
    304: notModified,
  },
  faults: ['codelist_not_found'],
  async handle({ param }) {
    return answerOf(codeListNamed(param('name')) ?? unknown(param('name')))
  },
})

/** Anybody may ask for a list as often as they like, so each is written once. */
const answers = new Map<Codes, Answer>()

function answerOf(list: Codes): Answer {
  const known = answers.get(list)
  if (known !== undefined) return known
  const { name, title, rules, codes } = list
  const answer = encoded(cacheable({ name, title, rules, codes: codes.map(({ code, name }) => ({ code, name })) }))
  answers.set(list, answer)
  return answer
}

function unknown(name: string): never {
  throw new Fault('codelist_not_found', [name])
}
