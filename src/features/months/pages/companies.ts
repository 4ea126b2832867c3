import { profilesMax } from '../../../console/pages/drafts/active-profiles.ts'
import type { Call } from '../../../console/route.ts'

export interface Company {
  readonly trn: string
  readonly name: string
}

/** The companies of the organisation, by their TRNs: those of its business profiles. */
export async function companiesOf({ api }: Pick<Call, 'api'>): Promise<readonly Company[]> {
  const { items } = await api.call('listBusinessProfiles', { query: { limit: profilesMax } })
  const names = new Map<string, string>()
  for (const { name, party_tax_scheme: tax } of items) {
    const trn = tax?.company_id
    if (trn !== undefined && !names.has(trn)) names.set(trn, name)
  }
  return [...names].map(([trn, name]) => ({ trn, name }))
}
