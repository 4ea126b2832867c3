import { optional } from '@selfbill/pint-ae/document'
import { writtenCsv } from '../../../document-files/written-csv.ts'
import { writtenXlsx, xlsxType } from '../../../document-files/xlsx/written-xlsx.ts'
import { wholeOrStream } from '../../answer/answers.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { operation } from '../../operation.ts'
import { tableFormat } from '../../request/table-format.ts'
import { exportedMax, exportTable } from './export-table.ts'
import { filterOf, filterParameters, isAscendingOrder } from './overview-parameters.ts'

/** The list of documents as a file for a spreadsheet. Source: docs/decisions/0173. */
export const exportDocuments = operation({
  id: 'exportDocuments',
  method: 'GET',
  path: '/api/documents/export',
  summary: 'Download the list of documents as CSV or .xlsx',
  description:
    `A row for each document, with the filters and the order of the list; at most ${exportedMax} documents. When ` +
    'more may match, the last row says so. Amounts are exact, and no text is read as a formula. Headings, kinds and ' +
    'statuses are words in the language of the request, and times are in Gulf Standard Time: programs read the list.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: { ...filterParameters, format: optional(tableFormat) },
  answers: { 200: { description: 'The documents', type: ['text/csv', xlsxType], headers: namedFile } },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts, language }) {
    const filter = filterOf(query)
    const listed = { orgId: account.orgId, filter, isAscending: isAscendingOrder(query.order) }
    const table = exportTable(parts.store.database, listed, language)
    const isSheet = query.format === 'xlsx'
    const pieces = isSheet ? writtenXlsx(table, new Date(parts.now())) : writtenCsv(table)
    return {
      status: 200,
      type: isSheet ? xlsxType : 'text/csv; charset=utf-8',
      ...(await wholeOrStream(pieces)),
      headers: fileHeaders('attachment', isSheet ? 'documents.xlsx' : 'documents.csv'),
    }
  },
})
