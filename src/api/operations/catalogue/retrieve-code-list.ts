import Type from 'typebox'
import { codeListNamed } from '../../../codelists/catalogue.ts'
import { Fault } from '../../../faults.ts'
import { cacheable, notModified } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
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
    const { title, rules, codes, name } = codeListNamed(param('name')) ?? unknown(param('name'))
    return cacheable({ name, title, rules, codes: codes.map(({ code, name }) => ({ code, name })) })
  },
})

function unknown(name: string): never {
  throw new Fault('codelist_not_found', [name])
}
