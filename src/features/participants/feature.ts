import type { Config } from '../../config/config.ts'
import { resolveName } from '../../targets/resolve.ts'
import { type Feature, feature } from '../feature.ts'
import { participantOperations } from './operations.ts'
import { Participants } from './participants.ts'
import { peppolRegister } from './peppol-register.ts'
import type { ParticipantRegister } from './register.ts'
import { sandboxRegister } from './sandbox-register.ts'

/** Looks up who is on the network, and what they can receive. Source: docs/decisions/0083. */
export const participants = participantsIn(configuredRegister)

/** Who is on the network, for the command line. Undefined when no register is configured. */
export function participantsOf(config: Config, now: () => number): Participants | undefined {
  const register = configuredRegister(config, now)
  return register && new Participants(register, now)
}

/** The feature over another register: for tests. */
export function participantsIn(registerOf: typeof configuredRegister): Feature {
  return feature({
    operations: participantOperations,
    configure:
      (config) =>
      ({ store, now }) => {
        const register = registerOf(config, now)
        const found = register && new Participants(register, now)
        return { parts: { store, now, participants: found } }
      },
  })
}

/** Undefined when the register of the network is not configured. */
function configuredRegister({ gateway, authorityId }: Config, now: () => number): ParticipantRegister | undefined {
  if (gateway.kind === 'sandbox') return sandboxRegister({ authorityId })
  if (gateway.smlZone === undefined) return undefined
  // Metadata publishers are strangers: unlike webhooks, they never lead into our own network.
  return peppolRegister({ locator: { zone: gateway.smlZone }, resolve: resolveName, allowed: [], now })
}
