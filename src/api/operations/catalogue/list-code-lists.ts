import { type CodeList, codeLists } from '@selfbill/pint-ae/code-lists'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { wholeList } from '../../request/lists.ts'
import { CodeListSummaries } from './catalogue-schemas.ts'

/** The code lists, without their codes. */
export const listCodeLists = operation({
  id: 'listCodeLists',
  method: 'GET',
  path: '/api/codelists',
  access: { kind: 'public' },
  summary: 'List the code lists',
  query: {},
  answers: {
    200: { description: 'Their names and sizes', type: 'application/json', schema: CodeListSummaries },
    304: notModified,
  },
  faults: ['parameter_invalid'],
  async handle() {
    answer ??= written()
    return answer
  },
})

/** Written once: the lists never change while the process runs. */
let answer: ReturnType<typeof written> | undefined

function written() {
  return encoded(cacheable(wholeList(codeLists.map(summaryOf))))
}

function summaryOf({ name, title, rules, codes }: CodeList) {
  return { name, title, rules, count: codes.length }
}
