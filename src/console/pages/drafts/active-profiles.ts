import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { Api } from './calls.ts'

type Profile = Operations['listBusinessProfiles']['answer']['items'][number]

/** The profiles that can issue, as choices of a form. */
export async function activeProfiles(api: Api): Promise<readonly ProfileChoice[]> {
  return choicesOf((await listedProfiles(api)).filter(({ status }) => status !== 'INACTIVE'))
}

/** All profiles, as choices of a filter: documents of an inactive one are still there. */
export async function allProfiles(api: Api): Promise<readonly ProfileChoice[]> {
  const choices = choicesOf(await listedProfiles(api))
  return choices.map(({ value, label }) => ({ value, label: shortened(label) }))
}

/** The name of a profile. Of more than a page of profiles, some have their id alone. */
export function profileName(profiles: readonly ProfileChoice[], id: string): Html {
  const name = profiles.find(({ value }) => value === id)?.label
  return name === undefined ? html`<code>${id}</code>` : html`<bdi>${name}</bdi>`
}

function shortened(label: string): string {
  return label.length > labelMax ? `${label.slice(0, labelMax)}…` : label
}

/** A list names its profile in each row. */
const labelMax = 60

export interface ProfileChoice {
  readonly value: string
  readonly label: string
}

async function listedProfiles(api: Api): Promise<readonly Profile[]> {
  return (await api.call('listBusinessProfiles', { query: { limit: profilesMax } })).items
}

function choicesOf(profiles: readonly Profile[]): readonly ProfileChoice[] {
  const isAlone = (name: string) => profiles.filter((other) => other.name === name).length === 1
  return profiles.map(({ profile_id, name }) => ({
    value: profile_id,
    label: isAlone(name) ? name : `${name} (${profile_id})`,
  }))
}

export const profilesMax = 100
