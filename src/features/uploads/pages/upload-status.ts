import type { Html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { type BadgeTone, badge } from '../../../console/parts/badge.ts'
import type { Call } from '../../../console/route.ts'
import { uploadWords } from './upload-words.ts'

export const uploadPath = '/console/upload'

export type Upload = Operations['retrieveUpload']['answer']

/** How far an upload is. One that is done may still need a person. */
export function statusBadge({ say }: Pick<Call, 'say'>, upload: Upload): Html {
  const { status, to_repair_count: toRepair, refused_count: refused, returned_count: returned } = upload
  if (status === 'CHECKED' && upload.check_refused_count === upload.document_count) {
    return badge('bad', say(uploadWords.nothingToIssue))
  }
  const isOpen = status === 'DONE' && toRepair + refused + returned > 0
  return badge(isOpen ? 'warning' : tones[status], say(uploadWords[status]))
}

const tones: Readonly<Record<Upload['status'], BadgeTone>> = {
  CHECKING: 'active',
  CHECKED: 'warning',
  ISSUING: 'active',
  DONE: 'good',
}
