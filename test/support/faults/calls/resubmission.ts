import { anAddress, aSupplier } from '../../requests/requests.ts'
import { type Call, insist } from './call.ts'
import { bodyOf, createdIn, createRequest } from './create.ts'

/** A document that failed its rules is corrected by two callers at once. One of them does it. */
export const resubmission: Call = async (planned, tenant, parts) => {
  const [endpoint_id = ''] = planned.receivers
  const wrong = {
    accounting_supplier_party: aSupplier({ endpoint_id, postal_address: anAddress({ country_subentity: 'Dubai' }) }),
  }
  const failed = await insist((key) => createRequest(planned, tenant, bodyOf(planned, key, wrong)), parts)
  const document = createdIn(failed.text, planned.family, tenant)
  const path = `/api/${planned.family}/${document.id}/${tenant.profileId}`
  const rivals = await Promise.all(
    [1, 2].map(() =>
      insist((key) => ({ method: 'PUT', path, token: tenant.token, body: bodyOf(planned, key) }), parts),
    ),
  )
  const done = rivals.filter(({ status }) => status === 200)
  // Not resubmittable any more; or changed in this moment, which a repetition would not be.
  const refused = rivals.filter(({ status }) => status === 400 || status === 409)
  if (done.length + refused.length < rivals.length || done.length > 1)
    throw new Error(`two resubmissions were answered with ${rivals.map(({ text }) => text)}`)
  return {
    outcomes: [...done.map(() => 'resubmission: done'), ...refused.map(() => 'resubmission: refused')],
    created: [document],
    answers: [failed, ...rivals.map((rival) => (rival.status === 409 ? { ...rival, laterStatus: 400 } : rival))],
    lossesIn(documents) {
      const stored = documents.find(({ id }) => id === document.id)
      const winners = done.map(({ key }) => key)
      // Without a 200 an attempt that lost its key has done it.
      const possible = winners.length > 0 ? winners : rivals.flatMap(({ keys }) => keys.slice(0, -1))
      const isDone = stored?.revisions === 2 && possible.includes(stored.note)
      return isDone
        ? []
        : [`${document.id} has ${stored?.revisions} revisions, the last by ${stored?.note}, not ${possible}`]
    },
  }
}
