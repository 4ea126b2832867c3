import type { Config } from '../../config/config.ts'
import { check } from '../../document/declaration/check.ts'
import { familyOfRequest } from '../../document/family.ts'
import { BusinessProfile } from '../../document/objects/business-profile.ts'
import type { Party } from '../../document/objects/party.ts'
import { installation } from '../../installation.ts'
import { JsonUnreadable, readJson } from '../../json/read.ts'
import { inEnglish } from '../../messages/text-of.ts'
import { systemIds } from '../../record/ids.ts'
import type { JudgedResult } from '../../record/judged-document.ts'
import { makeJudgedDocument } from '../../record/make-judged-document.ts'
import type { ReadableDraft } from '../../record/readable-draft.ts'
import type { Rulebook } from '../../rulebook/rulebook.ts'
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
