import { BusinessProfile, check, familyOfRequest, type Party } from '@selfbill/pint-ae/document'
import { type JudgedResult, makeJudgedDocument, type ReadableDraft, systemIds } from '@selfbill/pint-ae/draft'
import { JsonUnreadable, readJson } from '@selfbill/pint-ae/json'
import { inEnglish } from '@selfbill/pint-ae/messages'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../config/config.ts'
import { installation } from '../../installation.ts'
import type { ProfileStatus } from '../../store/accounts/profiles.ts'
import { readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/** Issues a request as a create does, but stores nothing. */
export function issueFile(
  text: string,
  profile: Party,
  config: Config,
  rulebook: Rulebook,
  family = familyOfRequest(text),
): JudgedResult {
  const order: ReadableDraft = {
    family,
    text,
    profile,
    documentNumber: 'DRAFT-1',
    issuedAt: Date.now(),
    serviceProviderId: config.serviceProviderId,
    authorityId: config.authorityId,
  }
  return makeJudgedDocument(order, rulebook, systemIds)
}

/**
 * The profile in a file; without a file, the example profile, which passes every rule. Throws
 * UsageError.
 */
export async function readProfile(file: string | undefined): Promise<Party> {
  const text = await readTextFile(file ?? new URL('examples/business-profile.json', installation))
  return parseProfile(text, file ?? 'the example profile').party
}

/** The business profile in the text of a file. Throws UsageError with every wrong field. */
export function parseProfile(
  text: string,
  file: string,
): { readonly profileId: string | undefined; readonly status: ProfileStatus; readonly party: Party } {
  try {
    const checked = check(BusinessProfile, readJson(text))
    if ('errors' in checked) {
      throw new UsageError(
        `${file}:\n${[...checked.errors].map(([path, message]) => `  ${path}: ${inEnglish(message)}`).join('\n')}`,
      )
    }
    const { profile_id: profileId, status = 'ACTIVE', ...party } = checked.value
    return { profileId, status, party }
  } catch (error) {
    if (error instanceof JsonUnreadable) throw new UsageError(`${file}: ${error.message}`)
    throw error
  }
}
