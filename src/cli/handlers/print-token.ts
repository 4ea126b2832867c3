import type { Config } from '../../config/config.ts'
import { defaultScopes, type Scope } from '../../security/scopes.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { commandLineToken } from '../../service/token.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { Store } from '../../store/store.ts'
import type { OrgOption } from '../org-option.ts'
import { Refused } from '../refused.ts'
import type { Terminal } from '../terminal.ts'
import { findOrganisation } from './find-organisation.ts'

/** Prints a bearer token for the command line's account of an organisation. */
export async function printToken(terminal: Terminal, config: Config, { org, scope }: TokenOptions): Promise<number> {
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    if (organisation.revokedAt !== undefined)
      throw new Refused(`${organisation.name} was revoked: its tokens are refused`)
    terminal.print(await auditedToken(store, config, organisation, scope))
    return 0
  })
}

/** A token of the command line's account. The audit log has who made it. */
export async function auditedToken(
  store: Store,
  config: Config,
  organisation: Organisation,
  scope?: readonly Scope[],
): Promise<string> {
  const token = await commandLineToken(store, config, organisation, { scopes: scope })
  await auditCommand(store, {
    orgId: organisation.id,
    action: 'issueToken',
    target: { kind: 'organisation', id: organisation.id },
    detail: { scope: (scope ?? defaultScopes).join(' ') },
  })
  return token
}

interface TokenOptions extends OrgOption {
  readonly scope?: readonly Scope[] | undefined
}
