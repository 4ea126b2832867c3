import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { aPurchaseCreditNote, aPurchaseInvoice, aSupplier, jsonOf } from '../requests/requests.ts'
import type { PlannedDocument } from './plan.ts'

/**
 * Callers that create documents like an integrator: at any running instance, again when no answer
 * came.
 */
export async function createAll(
  documents: readonly PlannedDocument[],
  round: CreateParts,
): Promise<readonly Created[]> {
  const waiting = [...documents]
  const created: Created[] = []
  const caller = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      created.push(await create(next, round))
      await delay(round.random() * 2 * round.paceMs)
    }
  }
  await Promise.all(Array.from({ length: 3 }, caller))
  return created
}

export interface CreateParts {
  /** The instances running now. */
  addresses(): readonly string[]
  readonly tenants: readonly CallingTenant[]
  readonly paceMs: number
  readonly random: () => number
}

export interface CallingTenant {
  readonly orgId: string
  readonly profileId: string
  readonly token: string
}

/** The content of a 201. */
export interface Created {
  readonly orgId: string
  readonly family: string
  readonly id: string
  readonly number: string
  readonly sequence: number
  /** The request's name; it is in the document's note. */
  readonly key: string
  readonly request: CreateRequest
}

async function create(document: PlannedDocument, round: CreateParts): Promise<Created> {
  const tenant = round.tenants[document.organisation]
  if (tenant === undefined) throw new Error('no such organisation')
  const path = `/api/${document.family}/${tenant.profileId}`
  let key = aKey()
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const addresses = round.addresses()
    const address = addresses[Math.floor(round.random() * addresses.length)]
    if (address !== undefined) {
      const request = { path, token: tenant.token, key, body: jsonOf(requestOf(document, key)) }
      const answer = await post(address, request)
      // The instance may have died with its claim, which lasts a minute. That is too long here, so
      // create another document.
      if (answer === 'running') key = aKey()
      else if (answer !== 'unknown') {
        const { id, document_number: number, document_sequence: sequence } = answer
        return { orgId: tenant.orgId, family: document.family, id, number, sequence, key, request }
      }
    }
    await delay(100)
  }
  throw new Error(`a create got no answer in ${attemptsMax} attempts`)
}

/** A create that was answered is answered again under its key, with the same document. */
export async function repeatLosses(address: string, { id, request }: Created): Promise<readonly string[]> {
  const answer = await post(address, request)
  if (typeof answer === 'object' && answer.id === id) return []
  return [`the create of ${id}, sent again, was answered with ${typeof answer === 'object' ? answer.id : answer}`]
}

interface CreateRequest {
  readonly path: string
  readonly token: string
  readonly key: string
  readonly body: string
}

/** `unknown`: the outcome cannot be known, because the instance is gone or says so itself. */
async function post(
  address: string,
  { path, token, key, body }: CreateRequest,
): Promise<Answer | 'unknown' | 'running'> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  let answer: Response
  let text: string
  try {
    answer = await fetch(address + path, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerLimitMs) })
    text = await answer.text()
  } catch {
    return 'unknown'
  }
  if (answer.status >= 500) return 'unknown'
  if (answer.status === 409) return 'running'
  if (answer.status !== 201) throw new Error(`a create was answered with ${answer.status}: ${text}`)
  const created: Answer = JSON.parse(text)
  const status = created.meta_info.peppol_status
  if (status === null) throw new Error(`a create is not sent: ${text}`)
  return created
}

interface Answer {
  readonly id: string
  readonly document_number: string
  readonly document_sequence: number
  readonly meta_info: { readonly peppol_status: object | null }
}

/** Letters only: a note must not hold a possible card number, and a UUID can. */
function aKey(): string {
  return randomUUID().replaceAll(/[-\d]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}

function requestOf({ family, receiver }: PlannedDocument, note: string) {
  const supplier = aSupplier({ endpoint_id: receiver })
  const build = family === 'purchase-credit-notes' ? aPurchaseCreditNote : aPurchaseInvoice
  return build({ accounting_supplier_party: supplier, note })
}

const attemptsMax = 400
const answerLimitMs = 5_000
