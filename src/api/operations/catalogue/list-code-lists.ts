import { type CodeList, codeLists } from '../../../codelists/catalogue.ts'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { type Answer, operationOf } from '../../operation.ts'
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
    answer ??= encoded(cacheable({ codelists: codeLists.map(summaryOf) }))
    return answer
  },
})

/** The lists never change while the process runs. */
let answer: Answer | undefined

function summaryOf({ name, title, rules, codes }: CodeList) {
  return { name, title, rules, count: codes.length }
}
