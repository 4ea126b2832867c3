import { Type } from '@selfbill/pint-ae/document'
import type { AccountContext } from '../../api/declaration/call.ts'
import { Fault } from '../../api/faults.ts'
import type { Basics } from '../../api/parts.ts'
import type { SheetThreads } from './sheet-threads.ts'
import { findUpload, type StoredUpload } from './stored-uploads.ts'

/** What the operations of uploads work with. */
export interface UploadParts extends Basics {
  /** Reads spreadsheets. */
  readonly sheets: Pick<SheetThreads, 'read'>
  /** There is an upload to work on. */
  wake(): void
}

export const uploadParameters = { upload_id: Type.String({ format: 'uuid' }) }

/** Throws the Fault `upload_not_found`, also for another organisation's upload. */
export async function uploadInPath({ account, params, parts }: UploadInPath): Promise<StoredUpload> {
  const upload = await findUpload(parts.store.database, { orgId: account.orgId, id: params.upload_id }, parts.now())
  if (upload === undefined) throw new Fault('upload_not_found', { id: params.upload_id })
  return upload
}

interface UploadInPath extends Pick<AccountContext, 'account' | 'parts'> {
  readonly params: { readonly upload_id: string }
}
