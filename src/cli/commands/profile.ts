import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { writeJson } from '../../json/write.ts'
import { withStore } from '../../service/open-store.ts'
import { profileIdFrom } from '../../store/accounts/profiles.ts'
import { ConstraintFailure } from '../../store/database/database.ts'
import { readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'
import { parsedProfile } from './request-file.ts'

/** `profile add FILE`: adds a business profile to an organisation and prints its id. */
export async function addProfile(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { org: { type: 'string' } },
  })
  const [verb, file, ...more] = positionals
  if (verb !== 'add' || file === undefined || more.length > 0) throw new UsageError('profile add takes one file')
  const { profileId = profileIdFrom(randomBytes(10)), status, party } = parsedProfile(await readTextFile(file), file)
  return withStore(config, async (store) => {
    const organisation = await organisationNamed(store, values.org)
    const profile = {
      orgId: organisation.id,
      profileId,
      party: writeJson(party),
      status,
      createdAt: Date.now(),
    }
    try {
      await store.profiles.add(profile)
    } catch (error) {
      if (error instanceof ConstraintFailure)
        throw new UsageError(`${organisation.name} has a business profile ${profileId} already`)
      throw error
    }
    console.log(profileId)
    return 0
  })
}
