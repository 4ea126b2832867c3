import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { sandboxRegister } from '../exchange/gateways/sandbox/sandbox-register.ts'
import { Participants } from '../exchange/participants/participants.ts'
import { peppolRegister } from '../exchange/participants/peppol-register.ts'
import type { ParticipantRegister } from '../exchange/participants/register.ts'
import { resolveName } from '../targets/resolve.ts'

/** Participants of the configured network; undefined when its register is not configured. */
export function buildParticipants(config: Config, clock: Clock): Participants | undefined {
  const now = () => clock.now()
  const register = registerOf(config, now)
  return register && new Participants(register, now)
}

function registerOf({ gateway, authorityId }: Config, now: () => number): ParticipantRegister | undefined {
  if (gateway.kind === 'sandbox') return sandboxRegister({ authorityId })
  if (gateway.smlZone === undefined) return undefined
  // Metadata publishers are strangers: unlike webhooks, they never lead into our own network.
  return peppolRegister({ locator: { zone: gateway.smlZone }, resolve: resolveName, allowed: [], now })
}
