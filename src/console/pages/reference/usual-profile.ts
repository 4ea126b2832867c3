import { SelfbillError } from '../../../../client/src/errors.ts'
import type { OpenCall } from '../../route.ts'
import type { DescribedOperation } from './api-description.ts'

/** The only active business profile of a signed-in person, where an operation asks for one. */
export async function usualProfile(call: OpenCall, { parameters }: DescribedOperation): Promise<string | undefined> {
  const { personal } = call
  if (personal === undefined || !parameters.some(isProfile)) return undefined
  try {
    const { items, next } = await personal.api.call('listBusinessProfiles', { query: { limit: 100 } })
    const [only, ...others] = items.filter(({ status }) => status !== 'INACTIVE')
    return others.length === 0 && next === null ? only?.profile_id : undefined
  } catch (error) {
    // The page is shown also to a role that may not read profiles.
    if (error instanceof SelfbillError && error.status !== 401) return undefined
    throw error
  }
}

export function isProfile({ in: place, name }: DescribedOperation['parameters'][number]): boolean {
  return place === 'path' && name === 'business_profile_id'
}
