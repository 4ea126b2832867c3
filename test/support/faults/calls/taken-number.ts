import { aKey, type Call, insist } from './call.ts'
import { bodyOf, createdIn, createRequest } from './create.ts'

/**
 * Of two creates that want the same number one gets it, and the other gets the id of its
 * document.
 */
export const takenNumber: Call = async (planned, tenant, parts) => {
  const number = aKey()
  const members = { document_number: number }
  const rivals = await Promise.all(
    [1, 2].map(() => insist((key) => createRequest(planned, tenant, bodyOf(planned, key, members)), parts)),
  )
  const taken = rivals.filter(({ status }) => status === 201)
  const refused = rivals.filter(({ status }) => status === 409)
  if (taken.length + refused.length < rivals.length || taken.length > 1)
    throw new Error(`two creates of one number were answered with ${rivals.map(({ text }) => text)}`)
  return {
    outcomes: [...taken.map(() => 'taken number: created'), ...refused.map(() => 'taken number: refused')],
    created: taken.map(({ text }) => createdIn(text, planned.family, tenant)),
    answers: rivals,
    lossesIn(documents) {
      const holders = documents.filter((document) => document.number === number)
      const [holder] = holders
      if (holder === undefined || holders.length > 1) return [`${holders.length} documents have the number ${number}`]
      // Without a 201 an attempt that lost its key has the number.
      const isKnown = taken.length === 1 || rivals.some(({ keys }) => keys.slice(0, -1).includes(holder.key))
      const misled = refused.filter(({ text }) => !text.includes(holder.id))
      return [
        ...(isKnown ? [] : [`${holder.id} was stored, and both creates were refused`]),
        ...misled.map(({ text }) => `${holder.id} has the number ${number}, and the refusal said ${text}`),
      ]
    },
  }
}
