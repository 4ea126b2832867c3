import { familyOf } from '../../../console/pages/documents/family.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { content, type Route } from '../../../console/route.ts'
import { templateOf } from '../../../document-files/template.ts'
import { writtenCsv } from '../../../document-files/written-csv.ts'
import { writtenXlsx, xlsxType } from '../../../document-files/xlsx/written-xlsx.ts'
import { showColumns } from './column-list.ts'
import { issueUpload, refusedRows, showUpload, uploadResults } from './upload.ts'
import { checkUpload, showUploads } from './upload-form.ts'

/** What a file looks like, for people to fill in their own. */
const showExample = content({
  path: '/console/upload/example/{family}',
  access: 'clerk',
  query: ['format'],
  send({ params, query, now, language }) {
    const family = familyOf(params.family)
    const table = templateOf(family, language, gulfDate(now))
    return query.format === 'xlsx'
      ? { content: writtenXlsx(table, new Date(now)), type: xlsxType, filename: `${family}.xlsx` }
      : { content: writtenCsv(table), type: 'text/csv; charset=utf-8', filename: `${family}.csv` }
  },
})

/** The pages of uploads. */
export const uploadRoutes: readonly Route[] = [
  showUploads,
  checkUpload,
  showExample,
  showColumns,
  showUpload,
  issueUpload,
  uploadResults,
  refusedRows,
]
