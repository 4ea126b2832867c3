import type { Issuing } from '../../api/parts.ts'
import { type AboutDocument, circumstancesOf } from '../../store/documents/circumstances.ts'
import type { StoredUpload } from './stored-uploads.ts'
import { hasIssued } from './upload-documents.ts'

/**
 * The parts that a document must be made with, and the stored document that it then repeats: one
 * with its parties, date and amount, where it `counts`. The answer to a dry run does not name it
 * for organisations without the Phase 2 subscription.
 */
export function seeingRepeat<Parts extends Issuing>(
  parts: Parts,
  counts: (documentNumber: string) => Promise<boolean> = async () => true,
): SeeingRepeat<Parts> {
  const { circumstances = (about: AboutDocument) => circumstancesOf(parts.store.database, about) } = parts
  const seen: { repeated?: string | undefined } = {}
  return {
    seen,
    parts: {
      ...parts,
      async circumstances(about: AboutDocument) {
        const found = await circumstances(about)
        const { alike } = found
        seen.repeated = alike !== undefined && (await counts(alike)) ? alike : undefined
        return found
      },
    },
  }
}

interface SeeingRepeat<Parts> {
  readonly parts: Parts
  /** `repeated`: the number, once the document is made. */
  readonly seen: { readonly repeated?: string | undefined }
}

/**
 * Throws `OtherThanChecked` before a document is stored that has come to repeat a stored one or to
 * fail rules since the check, where the caller wants no such documents: the check may be days old.
 * One that repeats a document of its own file is issued. Source: docs/decisions/0204.
 */
export function asChecked<Parts extends Issuing>(upload: StoredUpload, given: Parts): AsChecked<Parts> {
  const { choices } = upload
  if (choices === undefined) return { parts: given, requireAsChecked: () => undefined }
  const { parts, seen } = seeingRepeat(
    given,
    async (alike) => choices.repeats !== 'issue' && !(await hasIssued(given.store.database, upload, alike)),
  )
  return {
    parts,
    requireAsChecked(isValid) {
      const { repeated } = seen
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
