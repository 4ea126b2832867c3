import { jsonOf } from '../../requests/requests.ts'
import { type Answered, type Call, insist } from './call.ts'
import { bodyOf, createdIn, createRequest } from './create.ts'

/** A legal hold is set and released, one after the other. The last word counts. */
export const hold: Call = async (planned, tenant, parts) => {
  const { token } = tenant
  const created = await insist((key) => createRequest(planned, tenant, bodyOf(planned, key)), parts)
  const document = createdIn(created.text, planned.family, tenant)
  const path = `/api/${planned.family}/${document.id}/legal-hold`
  const answers: Answered[] = [created]
  let possible: readonly (string | null)[] = []
  for (const at of Array.from({ length: 2 + Math.floor(parts.random() * 3) }).keys()) {
    const reason = at % 2 === 0 ? `Dispute ${at}` : null
    const answer = await insist(
      () =>
        reason === null ? { method: 'DELETE', path, token } : { method: 'PUT', path, token, body: jsonOf({ reason }) },
      parts,
    )
    if (answer.status !== (reason === null ? 204 : 200)) throw new Error(`a hold was answered with ${answer.text}`)
    answers.push(answer)
    // An attempt that lost its key may still be done.
    possible = answer.keys.length === 1 && possible.length <= 1 ? [reason] : [...possible, reason]
  }
  return {
    outcomes: ['hold: set', 'hold: released'],
    created: [document],
    answers,
    lossesIn(documents) {
      const stored = documents.find(({ id }) => id === document.id)
      const isRight = stored !== undefined && possible.includes(stored.hold)
      return isRight ? [] : [`${document.id} is held for ${stored?.hold}, not for ${possible.at(-1)}`]
    },
  }
}
