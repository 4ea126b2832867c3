import { errorsOf } from '../../../api/answer/error-shape.ts'
import { faultFor } from '../../../api/documents/refusal.ts'
import type { Fault } from '../../../api/faults.ts'
import type { Parts } from '../../../api/parts.ts'
import type { ApiVersion } from '../../../api/versions.ts'
import { createDocument } from '../../../application/create-document.ts'
import { idempotencyKey } from '../../../application/idempotency-key.ts'
import { once } from '../../../application/once.ts'
import type { Family } from '../../../document/family.ts'
import type { ImportedDocument } from '../../../document-files/documents-in.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { inEnglish } from '../../../messages/text-of.ts'
import { unlimitedRoom } from '../../../store/room.ts'

/** Where the documents of a file go. */
export interface ImportTarget {
  readonly parts: Parts
  readonly orgId: string
  readonly version: ApiVersion
  readonly isCompatible: boolean
  readonly family: Family
  readonly profile: string
  /** Of the file. */
  readonly sha256: string
  readonly encoding: Encoding | undefined
}

/** Whether the rules of an issued document failed, or the line of the refused file. */
export type Imported = { readonly isFailed: boolean } | string

/**
 * Issues one document once, however often the import is run. Throws failures of ours: the import
 * goes on from here next time.
 */
export async function importOne(into: ImportTarget, { line, text, problems }: ImportedDocument): Promise<Imported> {
  if (text === undefined) return refusedLine(line, { status: 400, errors: { message: problems.join('; ') } }, null)
  const { parts, orgId, family, profile: profileId } = into
  const body = new TextEncoder().encode(text)
  const request = {
    store: parts.store.idempotency,
    key: await keyOf(into, line, body),
    room: unlimitedRoom,
    now: () => parts.now(),
    // A conflict may be gone at the next run.
    answerOf: (result: Result) => ('isFailed' in result || result.status !== 409 ? kept(result) : undefined),
  }
  const outcome = await once<Result>(request, async (keep) => {
    const caller = {
      orgId,
      apiVersion: into.version,
      language: 'en',
      isCompatible: into.isCompatible,
      room: unlimitedRoom,
      isAnswerStored: false,
      alsoStore: ({ isValid }: { readonly isValid: boolean }) => keep(kept({ isFailed: !isValid })),
    } as const
    const created = await createDocument(caller, { family, profileId, text }, parts)
    if (!('refusal' in created)) return { isFailed: created.overallStatus === 'VALIDATION_FAILED' }
    const fault = faultFor(created)
    if (fault.status >= 500) throw fault
    return refusalOf(fault)
  })
  if (outcome.kind === 'running' || outcome.kind === 'other_content')
    throw new Error(`line ${line} is being imported by another process`)
  const result = outcome.kind === 'done' ? outcome.result : resultIn(await outcome.answer.body.string())
  return 'isFailed' in result ? result : refusedLine(line, result, text)
}

type Result = { readonly isFailed: boolean } | { readonly status: number; readonly errors: object }

function refusalOf(fault: Fault): Result {
  return { status: fault.status, errors: errorsOf(fault, inEnglish) }
}

/** The result as it is stored for the next run. */
function kept(result: Result) {
  return { status: 'isFailed' in result ? 201 : result.status, type: 'application/json', body: JSON.stringify(result) }
}

function resultIn(text: string): Result {
  const result: Result = JSON.parse(text)
  return result
}

/** The same bytes in another encoding are another request. */
function keyOf({ sha256, encoding, orgId, family, profile }: ImportTarget, line: number, body: Uint8Array) {
  const key = encoding === undefined ? `${sha256}-${line}` : `${sha256}-${line}-${encoding}`
  return idempotencyKey({ orgId, accountId: 'import', action: ['IMPORT', `${family}/${profile}`], key, body })
}

function refusedLine(
  line: number,
  { status, errors }: { readonly status: number; readonly errors: object },
  text: string | null,
): string {
  return `${JSON.stringify({ line, status, errors, request: text })}\n`
}
