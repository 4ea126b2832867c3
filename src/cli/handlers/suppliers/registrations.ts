import type { Config } from '../../../config/config.ts'
import { participantsOf } from '../../../features/index.ts'

/** What the network says about an endpoint; null where it could not be asked. */
export interface Registered {
  readonly registered: boolean | null
  /** Whether self-billed invoices are delivered to it now. */
  readonly receives_self_billing: boolean | null
}

/** Asks the network about many endpoints. Undefined where the settings name no network. */
export function registrations(
  config: Config,
): ((endpoints: readonly (string | undefined)[]) => Promise<readonly Registered[]>) | undefined {
  const participants = participantsOf(config, Date.now)
  if (participants === undefined) return undefined
  const one = async (endpoint: string | undefined): Promise<Registered> => {
    if (endpoint === undefined) return unknown
    try {
      const { registration } = await participants.lookUp(endpoint)
      const services = registration?.services ?? []
      const receives = services.some(({ kind, endpoint: at }) => kind === 'purchase_invoices' && at !== null)
      return { registered: registration !== null, receives_self_billing: receives }
    } catch (error) {
      if (error instanceof Error && error.name === 'LookupFailed') return unknown
      throw error
    }
  }
  return async (endpoints) => {
    const found: Registered[] = []
    for (let at = 0; at < endpoints.length; at += atOnceMax) {
      found.push(...(await Promise.all(endpoints.slice(at, at + atOnceMax).map(one))))
    }
    return found
  }
}

const unknown: Registered = { registered: null, receives_self_billing: null }
const atOnceMax = 8
