import type { Issuing } from '../../api/parts.ts'
import { type AboutDocument, circumstancesOf } from '../../store/documents/circumstances.ts'
import type { StoredUpload } from './stored-uploads.ts'
import { hasIssued } from './upload-documents.ts'

/**
 * Throws `OtherThanChecked` before a document is stored that has come to repeat a stored one or to
 * fail rules since the check, where the caller wants no such documents: the check may be days old.
 * One that repeats a document of its own file is issued. `parts` are those that it must be made
 * with. Source: docs/decisions/0204.
 */
export function asChecked<Parts extends Issuing>(upload: StoredUpload, parts: Parts): AsChecked<Parts> {
  const { choices } = upload
  if (choices === undefined) return { parts, requireAsChecked: () => undefined }
  const { database } = parts.store
  const { circumstances = (about: AboutDocument) => circumstancesOf(database, about) } = parts
  let repeated: string | undefined
  return {
    parts: {
      ...parts,
      async circumstances(about: AboutDocument) {
        const found = await circumstances(about)
        const { alike } = found
        const isOther =
          alike !== undefined && choices.repeats !== 'issue' && !(await hasIssued(database, upload, alike))
        repeated = isOther ? alike : undefined
        return found
      },
    },
    requireAsChecked(isValid) {
      if (repeated !== undefined || (!isValid && choices.refusesFailing)) throw new OtherThanChecked(repeated)
    },
  }
}

interface AsChecked<Parts> {
  readonly parts: Parts
  readonly requireAsChecked: (isValid: boolean) => void
}

export class OtherThanChecked extends Error {
  /** The number of the document that it repeats; undefined: it fails rules. */
  readonly repeated: string | undefined

  constructor(repeated: string | undefined) {
    super('the document is another than in the check')
    this.repeated = repeated
  }
}
