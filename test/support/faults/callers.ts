import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { aPurchaseCreditNote, aPurchaseInvoice, aSupplier, jsonOf } from '../requests.ts'
import type { PlannedDocument } from './plan.ts'

/** Who creates documents: each as an integrator would, at any instance that answers, again when the answer did not come. */
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
  /** Of the instances that run just now. */
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

/** What a 201 said. */
export interface Created {
  readonly orgId: string
  readonly family: string
  readonly id: string
  readonly number: string
  readonly sequence: number
  /** Of the request; it stands in the document's note. */
  readonly key: string
}

async function create(document: PlannedDocument, round: CreateParts): Promise<Created> {
  const tenant = round.tenants[document.organisation]
  if (tenant === undefined) throw new Error('no such organisation')
  let key = aKey()
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const addresses = round.addresses()
    const address = addresses[Math.floor(round.random() * addresses.length)]
    if (address !== undefined) {
      const url = `${address}/api/${document.family}/${tenant.profileId}`
      const answer = await post(url, tenant.token, key, jsonOf(requestOf(document, key)))
      // Whoever worked on it may have died over it, and its mark lives for a minute: too long for us, so this is another document.
      if (answer === 'running') key = aKey()
      else if (answer !== 'unknown') {
        const { id, document_number: number, document_sequence: sequence } = answer
        return { orgId: tenant.orgId, family: document.family, id, number, sequence, key }
      }
    }
    await delay(100)
  }
  throw new Error(`a create got no answer in ${attemptsMax} attempts`)
}

/** `unknown`: nobody can tell what became of it, the instance is gone, or says that it is not able to. */
async function post(url: string, token: string, key: string, body: string): Promise<Answer | 'unknown' | 'running'> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  let answer: Response
  let text: string
  try {
    answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerLimitMs) })
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

/** Letters alone: a note may hold no number that could be a card's, and a UUID can. */
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
