import type { Api } from './calls.ts'

/** The profiles that can issue, as choices of a form. */
export async function activeProfiles(api: Api): Promise<readonly { value: string; label: string }[]> {
  const { items } = await api.call('listBusinessProfiles', { query: { limit: profilesMax } })
  const active = items.filter(({ status }) => status !== 'INACTIVE')
  const isAlone = (name: string) => active.filter((other) => other.name === name).length === 1
  return active.map(({ profile_id, name }) => ({
    value: profile_id,
    label: isAlone(name) ? name : `${name} (${profile_id})`,
  }))
}

export const profilesMax = 100
