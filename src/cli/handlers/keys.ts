import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { rotateKeys } from '../../service/token.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { liveKeys, type SigningKey } from '../../store/accounts/signing-keys.ts'
import type { Store } from '../../store/store.ts'

export async function listKeys(config: Config): Promise<number> {
  return withStore(config, printKeys)
}

/** Prints the keys after the rotation. Only one rotation runs at a time. */
export async function rotate(config: Config, { atOnce }: RotateOptions): Promise<number> {
  return withStore(config, async (store) => {
    const rotation = await rotateKeys(store, config, atOnce === true)
    if (rotation) {
      // The keys sign for every organisation.
      for (const { id } of await allOrganisations(store.database)) {
        const target = { kind: 'signing_key', id: rotation.kid }
        await auditCommand(store, { orgId: id, action: 'rotateKeys', target, detail: { at_once: atOnce === true } })
      }
      return printKeys(store)
    }
    console.error('selfbill keys: a rotation is under way: two keys are in use until the older one ends (keys list)')
    return 1
  })
}

interface RotateOptions {
  readonly atOnce?: true | undefined
}

async function printKeys(store: Store): Promise<number> {
  for (const key of await liveKeys(store.database, Date.now())) console.log(lineOf(key))
  return 0
}

function lineOf({ kid, alg, signsFrom, retiredAt }: SigningKey): string {
  const until = retiredAt === undefined ? '' : `  accepted until ${new Date(retiredAt).toISOString()}`
  return `${kid}  ${alg}  signs from ${new Date(signsFrom).toISOString()}${until}`
}
