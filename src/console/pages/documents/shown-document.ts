import type {
  AnsweredAttachment,
  LegalHold,
  ListedDocument,
  PeppolStatus,
  Snapshot,
  ValidationResult,
} from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { parsedIn, partsOf } from '../../code/json-text.ts'
import { Refused } from '../../http/refused.ts'
import type { Call } from '../../route.ts'
import { beginningOf } from './beginning.ts'
import { familyOf } from './family.ts'

/** The row of a document in the overview: enough for its head, however large the document is. */
export async function listedDocument({ api, params }: Pick<DocumentCall, 'api' | 'params'>): Promise<ListedDocument> {
  const family = familyOf(params.family)
  if (!uuid.test(params.id)) throw new Refused('notFound')
  const { items } = await api.call('listDocuments', { query: { text: params.id, family } })
  const found = items.find(({ id }) => id === params.id.toLowerCase())
  if (found === undefined) throw new Refused('notFound')
  return found
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A call of a page below `/console/documents/{family}/{id}`. */
export type DocumentCall<Query extends string = never> = Call<'/console/documents/{family}/{id}', Query>

/** The address of the document's page. */
export function pageOf({ family, id }: Pick<ListedDocument, 'family' | 'id'>): string {
  return `/console/documents/${family}/${id}`
}

/** The path of the document in the API. */
export function apiPathOf({ family, id }: Pick<ListedDocument, 'family' | 'id'>): string {
  return `/api/${family}/${id}`
}

/** Parts of the answer. Of a long document only the beginning is read, so they may be missing. */
export interface AnswerHead {
  readonly findings: readonly ValidationResult[]
  readonly attachments: readonly AnsweredAttachment[]
  readonly hold: LegalHold | undefined
  /** False for a document that is too long for one page. */
  readonly isWhole: boolean
}

export async function answerHead({ api, gone }: Pick<Call, 'api' | 'gone'>, document: ListedDocument) {
  const stream = await api.open(apiPathOf(document), { signal: gone })
  const { text, isWhole } = await beginningOf(stream, headBytesMax)
  const members = partsOf(text)
  return { ...headOf(members), isWhole: isWhole && text.length <= printedBytesMax }
}

/** A thousand findings with their words fit, in any language. */
const headBytesMax = 4 * 1024 * 1024
/** A longer document is not printed into the page. */
const printedBytesMax = 512 * 1024

function headOf(members: ReadonlyMap<string, string>): Omit<AnswerHead, 'isWhole'> {
  // The API's declared answer: its types are those of the client.
  const meta: { peppol_status?: PeppolStatus | null; legal_hold?: LegalHold } = Object(
    parsedIn(members.get('meta_info')),
  )
  const attachments = parsedIn(members.get('attachments'))
  return {
    findings: meta.peppol_status?.validation_results ?? [],
    attachments: Array.isArray(attachments) ? attachments : [],
    hold: meta.legal_hold,
  }
}

/** Both legs with what was sent and answered; undefined when nothing was. */
export async function snapshotOf(
  { api, gone }: Pick<Call, 'api' | 'gone'>,
  document: ListedDocument,
): Promise<Snapshot | 'tooLong' | undefined> {
  if (document.c3 === null && document.c5 === null) return undefined
  try {
    const stream = await api.open(`${apiPathOf(document)}/peppol-status`, { signal: gone })
    const { text, isWhole } = await beginningOf(stream, snapshotBytesMax)
    if (!isWhole) return 'tooLong'
    const snapshot: Snapshot = JSON.parse(text)
    return snapshot
  } catch (error) {
    // An organisation whose subscription has ended, or a document that is not sent yet.
    if (error instanceof SelfbillError && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}

/** It holds the XML of the document three times. */
const snapshotBytesMax = 4 * 1024 * 1024
