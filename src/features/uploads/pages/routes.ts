import { familyOf } from '../../../console/pages/documents/family.ts'
import { content, type Route } from '../../../console/route.ts'
import { exampleFile } from './example-file.ts'
import { issueUpload, refusedRows, showUpload, uploadResults } from './upload.ts'
import { checkUpload, showUploads } from './upload-form.ts'

/** What a file looks like, for people to fill in their own. */
const showExample = content({
  path: '/console/upload/example/{family}',
  access: 'clerk',
  send({ params, now }) {
    const family = familyOf(params.family)
    return { content: exampleFile(family, now), type: 'text/csv; charset=utf-8', filename: `${family}.csv` }
  },
})

/** The pages of uploads. */
export const uploadRoutes: readonly Route[] = [
  showUploads,
  checkUpload,
  showExample,
  showUpload,
  issueUpload,
  uploadResults,
  refusedRows,
]
