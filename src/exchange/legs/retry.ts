import { legOfTransmission } from '../../store/legs/legs.ts'
import { stalledLegsOf } from '../../store/legs/stalled-legs.ts'
import { type ApplyParts, applyToLeg } from './apply.ts'

/**
 * A person has put right what stalled a leg: it is due again, at once, for one more attempt, and
 * asked for before anything is sent. `id` is a transmission's UUID, or a document's, which stands
 * for all of its stalled legs. Answers the transmissions; rejects with `NotStalled`, and changes
 * nothing, when there is none.
 */
export async function retryStalled(parts: ApplyParts, id: string): Promise<readonly string[]> {
  const named = await legOfTransmission(parts.db, id)
  const legs = named === undefined ? await stalledLegsOf(parts.db, id) : [named]
  if (legs.length === 0) throw new NotStalled(`there is no stalled leg of a transmission or document ${id}`)
  for (const leg of legs) {
    const isStill = (fresh: { readonly status: string }) => fresh.status === 'STALLED'
    if ((await applyToLeg(parts, leg, { kind: 'retry' }, isStill)) !== 'applied') {
      throw new NotStalled(`the leg ${leg.transmissionUuid} is ${leg.status}, not STALLED`)
    }
  }
  return legs.map(({ transmissionUuid }) => transmissionUuid)
}

/** There is nothing to retry: told to whoever asked, in a line. */
export class NotStalled extends Error {
  override readonly name = 'NotStalled'
}
