import { codeLists } from '../../../codelists/catalogue.ts'
import { cacheable, notModified } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
import { CodeListSummaries } from './catalogue-schemas.ts'

/** The code lists that values are held against, without their codes. */
export const listCodeLists = operationOf({
  id: 'listCodeLists',
  method: 'GET',
  path: '/api/codelists',
  summary: 'The code lists',
  answers: {
    200: { description: 'Their names and sizes', type: 'application/json', schema: CodeListSummaries },
    304: notModified,
  },
  faults: [],
  async handle() {
    const codelists = codeLists.map(({ name, title, rules, codes }) => ({ name, title, rules, count: codes.length }))
    return cacheable({ codelists })
  },
})
