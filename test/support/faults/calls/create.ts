import { aPurchaseCreditNote, aPurchaseInvoice, aSupplier, jsonOf, type Members } from '../../requests/requests.ts'
import type { PlannedCall } from '../plan.ts'
import {
  aKey,
  type Call,
  type CallingTenant,
  type Created,
  insist,
  type Request,
  sendOnce,
  storedAfterAll,
} from './call.ts'

/** A create under a key is done once. */
export const create: Call = async (planned, tenant, parts) => {
  const answered = await insist((key) => createRequest(planned, tenant, bodyOf(planned, key)), parts)
  return {
    outcomes: ['create'],
    created: [createdIn(answered.text, planned.family, tenant)],
    answers: [answered],
    lossesIn: () => [],
  }
}

/** A create without a key is sent once. */
export const createWithoutKey: Call = async (planned, tenant, parts) => {
  const note = aKey()
  const reply = await sendOnce(createRequest(planned, tenant, bodyOf(planned, note)), parts)
  return {
    outcomes: [`create without a key: ${reply.kind}`],
    created: reply.kind === 'answered' ? [createdIn(reply.text, planned.family, tenant)] : [],
    answers: [],
    lossesIn: (documents) => (reply.kind === 'unavailable' ? storedAfterAll(reply.text, note, documents) : []),
  }
}

export function createRequest({ family }: PlannedCall, { profileId, token }: CallingTenant, body: string): Request {
  return { method: 'POST', path: `/api/${family}/${profileId}`, token, body }
}

/** A request for a document, whose note is the name of the request. */
export function bodyOf({ family, receivers }: PlannedCall, note: string, members: Members = {}): string {
  const supplier = aSupplier({ endpoint_id: receivers[0] ?? '' })
  const build = family === 'purchase-credit-notes' ? aPurchaseCreditNote : aPurchaseInvoice
  return jsonOf(build({ accounting_supplier_party: supplier, note, ...members }))
}

/** Throws unless the answer is that of a create. */
export function createdIn(text: string, family: string, { orgId }: CallingTenant): Created {
  const { id, document_number, document_sequence, note, meta_info }: CreateAnswer = JSON.parse(text)
  if (meta_info?.peppol_status == null) throw new Error(`a create was answered with ${text}`)
  return { orgId, family, id, number: document_number, sequence: document_sequence, key: note }
}

interface CreateAnswer {
  readonly id: string
  readonly document_number: string
  readonly document_sequence: number
  readonly note: string
  readonly meta_info?: { readonly peppol_status: object | null }
}
