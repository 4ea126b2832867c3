import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { writeJson } from '@selfbill/pint-ae/json'
import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { profileIdFrom, addProfile as storeProfile } from '../../store/accounts/profiles.ts'
import { failedConstraint } from '../../store/constraints.ts'
import type { OrgOption } from '../org-option.ts'
import { Refused } from '../refused.ts'
import type { Terminal } from '../terminal.ts'
import { decodeFileText, readTextFile } from '../text-file.ts'
import { findOrganisation } from './find-organisation.ts'
import { parseProfile } from './request-file.ts'

/**
 * Adds the business profile in a JSON file or on standard input, and prints its id: its own
 * `profile_id`, or a new one.
 */
export async function addProfile(
  terminal: Terminal,
  config: Config,
  file: string,
  { org }: OrgOption,
): Promise<number> {
  const {
    profileId = profileIdFrom(randomBytes(10)),
    status,
    party,
  } = parseProfile(await profileText(terminal, file), file === '-' ? 'the input' : file)
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    const profile = {
      orgId: organisation.id,
      profileId,
      party: writeJson(party),
      status,
      createdAt: Date.now(),
    }
    try {
      await storeProfile(store.database, profile)
    } catch (error) {
      if (failedConstraint(error) === 'profile_id')
        throw new Refused(`${organisation.name} has a business profile ${profileId} already`)
      throw error
    }
    await auditCommand(store, {
      orgId: organisation.id,
      action: 'createBusinessProfile',
      target: { kind: 'profile', id: profileId },
      detail: { status },
    })
    terminal.print(profileId)
    return 0
  })
}

async function profileText(terminal: Terminal, file: string): Promise<string> {
  return file === '-' ? decodeFileText(await buffer(terminal.stdin), 'the input') : readTextFile(file)
}
