import { jsonOf } from '../../requests/requests.ts'
import type { DocumentRecord } from '../records.ts'
import { type Call, insist } from './call.ts'
import { bodyOf, createdIn, createRequest } from './create.ts'

/** Three credits of the same line of an invoice at once: more than it has. */
export const creditsAtOnce: Call = async (call, tenant, parts) => {
  const planned = { ...call, family: 'purchase-invoices' } as const
  const billed = await insist((key) => createRequest(planned, tenant, bodyOf(planned, key)), parts)
  const invoice = createdIn(billed.text, planned.family, tenant)
  const quantity = parts.random() < 0.5 ? 1 : 2
  const path = `/api/purchase-invoices/${invoice.id}/credit-notes`
  const credits = await Promise.all(
    [1, 2, 3].map(() =>
      insist((note) => {
        const body = { discrepancy_response: 'DL8.61.1.D', note, lines: [{ line: 1, quantity }] }
        return { method: 'POST', path, token: tenant.token, body: jsonOf(body) }
      }, parts),
    ),
  )
  const given = credits.filter(({ status }) => status === 201)
  const refused = credits.filter(({ status, text }) => status === 400 && /"lines(\[0\]\.(quantity|line))?":/.test(text))
  if (given.length + refused.length < credits.length)
    throw new Error(`credits were answered with ${credits.map(({ text }) => text)}`)
  return {
    outcomes: [...given.map(() => 'credits at once: given'), ...refused.map(() => 'credits at once: refused')],
    created: [invoice, ...given.map(({ text }) => createdIn(text, 'purchase-credit-notes', tenant))],
    answers: [billed, ...credits],
    lossesIn(documents) {
      const whole = quantityOf(documents.filter(({ id }) => id === invoice.id))
      const notes = documents.filter(
        ({ orgId, credits: number }) => orgId === invoice.orgId && number === invoice.number,
      )
      const taken = quantityOf(notes.filter(({ overall }) => overall !== 'REJECTED'))
      return [
        ...(taken > whole ? [`${taken} pieces of ${invoice.id} are credited, it has ${whole}`] : []),
        // Of a rejected credit note the pieces could be credited again, if it was rejected in time.
        ...(refused.length > 0 && quantityOf(notes) + quantity <= whole
          ? [`a credit of ${quantity} of ${invoice.id} was refused, only ${quantityOf(notes)} are credited`]
          : []),
      ]
    },
  }
}

function quantityOf(documents: readonly DocumentRecord[]): number {
  return documents.reduce((sum, document) => sum + document.pieces, 0)
}
