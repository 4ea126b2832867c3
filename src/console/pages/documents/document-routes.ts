import type { Route } from '../../route.ts'
import { reportDocumentAgain, retryDocument } from './actions.ts'
import { showDocument } from './document.ts'
import { exportList } from './export-list.ts'
import {
  downloadAnswer,
  downloadAttachment,
  downloadEvidence,
  downloadLog,
  downloadPdf,
  downloadRequest,
  downloadXml,
  printedPage,
} from './files.ts'
import { inbox } from './inbox.ts'
import { liveDocument } from './live.ts'
import { search } from './search.ts'

/** The inbox, the search, and everything below the page of a document. */
export const documentRoutes: readonly Route[] = [
  inbox,
  exportList,
  search,
  showDocument,
  liveDocument,
  printedPage,
  downloadPdf,
  downloadXml,
  downloadEvidence,
  downloadAnswer,
  downloadRequest,
  downloadLog,
  downloadAttachment,
  retryDocument,
  reportDocumentAgain,
]
