import { legOfTransmission } from '../../store/legs/legs.ts'
import { stalledLegsOf } from '../../store/legs/stalled-legs.ts'
import { type ApplyParts, applyToLeg } from './apply.ts'

/**
 * Retries stalled legs after an operator has fixed the cause. Each leg is due immediately for one
 * more attempt; the gateway is asked first whether it already has the document. `id` is a
 * transmission UUID, or a document id for all of its stalled legs. Returns the transmission UUIDs.
 * Throws `NotStalled` and changes nothing if there is nothing to retry.
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

/** There is nothing to retry. The command line prints the message. */
export class NotStalled extends Error {
  override readonly name = 'NotStalled'
}
