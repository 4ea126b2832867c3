import type { JsonValue } from '@selfbill/pint-ae/json'
import { action } from '../../route.ts'
import { isFamily } from '../documents/family.ts'
import { totalsPart, totalsPath } from '../drafts/running-totals.ts'
import { stateIn } from '../drafts/state.ts'

/** The totals of the form as it is filled in now. It stores nothing. */
export const showTotals = action({
  path: totalsPath,
  access: 'clerk',
  bytesMax: 4 * 1024 * 1024,
  ended: () => part(''),
  async act(call) {
    const { form } = call
    const [family, profileId] = [form.text('family'), form.text('profile')]
    if (!isFamily(family) || profileId === undefined) return part('')
    const { request } = await stateIn(call, family, new Map<string, JsonValue>())
    return part(String(await totalsPart(call, { family, profileId }, request)))
  },
})

function part(content: string) {
  return { content, type: 'text/html; charset=utf-8' }
}
