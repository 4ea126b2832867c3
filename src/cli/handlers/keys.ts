import { instantAt } from '@selfbill/pint-ae/document'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { publicJwk } from '../../api/identity/signing-keys.ts'
import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { rotateKeys } from '../../service/token.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { everySigningKey, liveKeys, type SigningKey } from '../../store/accounts/signing-keys.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'

export async function listKeys(
  terminal: Terminal,
  config: Config,
  { all, ...form }: JsonOption & { readonly all?: true | undefined },
): Promise<number> {
  return withStore(config, async ({ database }) =>
    printKeys(terminal, all === true ? await everySigningKey(database) : await liveKeys(database, Date.now()), form),
  )
}

/** For the archive of an auditor, who passes it to `verify --keys`. */
export async function exportKeys(terminal: Terminal, config: Config): Promise<number> {
  return withStore(config, async ({ database }) => {
    terminal.print(JSON.stringify({ keys: (await everySigningKey(database)).map(publicJwk) }, null, 2))
    return 0
  })
}

/** Prints the keys after the rotation. Only one rotation runs at a time. */
export async function rotate(terminal: Terminal, config: Config, { atOnce, yes }: RotateOptions): Promise<number> {
  const question = 'End every older key now? All tokens issued so far are refused.'
  if (atOnce === true && !(await isConfirmed(terminal, question, { yes }))) return 1
  return withStore(config, async (store) => {
    const rotation = await rotateKeys(store, config, atOnce === true)
    if (rotation) {
      // The keys sign for every organisation.
      for (const { id } of await allOrganisations(store.database)) {
        const target = { kind: 'signing_key', id: rotation.kid }
        await auditCommand(store, { orgId: id, action: 'rotateKeys', target, detail: { at_once: atOnce === true } })
      }
      return printKeys(terminal, await liveKeys(store.database, Date.now()), {})
    }
    terminal.warn('selfbill keys: a rotation is under way: two keys are in use until the older one ends (keys list)')
    return 1
  })
}

interface RotateOptions extends YesOption {
  readonly atOnce?: true | undefined
}

async function printKeys(terminal: Terminal, keys: readonly SigningKey[], form: JsonOption): Promise<number> {
  const rows = await Promise.all(
    keys.map(async (key) => ({
      kid: key.kid,
      alg: key.alg,
      signs_from: instantAt(key.signsFrom),
      accepted_until: key.retiredAt === undefined ? null : instantAt(key.retiredAt),
      thumbprint: await calculateJwkThumbprint(publicJwk(key)),
    })),
  )
  printRows(terminal, rows, ['kid', 'alg', 'signs_from', 'accepted_until', 'thumbprint'], form)
  return 0
}
