import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { type FieldOptions, field } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { operationsWords } from './operations-words.ts'

// An operator names an organisation: by its name, a part of it, or its id.

export type NamedOrganisation = Operations['listOrganisations']['answer']['items'][number]

/** What an operator typed: an organisation, or those whose names have it. */
export type Typed = { readonly id: string | undefined } | { readonly matches: readonly NamedOrganisation[] }

/** `all` means every organisation; nothing means the own one. */
export async function organisationTyped({ api }: Pick<Call, 'api'>, typed: string | undefined): Promise<Typed> {
  if (typed === undefined || typed === 'all' || isId(typed)) return { id: typed }
  const { items } = await api.call('listOrganisations', { query: { search: typed.slice(0, 100), limit: shownMax } })
  const same = items.filter(({ org_name: name }) => name.toLowerCase() === typed.toLowerCase())
  const [only, ...others] = same.length > 0 ? same : items
  return only !== undefined && others.length === 0 ? { id: only.org_id } : { matches: items }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

const shownMax = 20

/** The field, which takes the proposals of the page. */
export function organisationField({ say }: Pick<Call, 'say'>, options: FieldOptions = {}): Html {
  return field('organisation', say(operationsWords.organisation), {
    ...options,
    hint: say(operationsWords.organisationHint),
    list: 'organisations',
    maxLength: 100,
  })
}

/** The filter's field, and the names of the first organisations as proposals, once for the page. */
export async function organisationFilter(call: Pick<Call, 'api' | 'say'>, typed: string | undefined): Promise<Html> {
  const { items } = await call.api.call('listOrganisations', { query: { limit: proposedMax } })
  const known = items.find(({ org_id: id }) => id === typed)?.org_name
  const names = items.map(({ org_name: name }) => html`<option value="${name}"></option>`)
  return html`${organisationField(call, { value: known ?? typed })}<datalist id="organisations">${names}</datalist>`
}

const proposedMax = 50

/** The organisations whose names have what was typed: one press chooses. */
export function organisationPicks(
  { say }: Pick<Call, 'say'>,
  matches: readonly NamedOrganisation[],
  addressOf: (id: string) => string,
): Html {
  if (matches.length === 0) return html`<p role="status">${say(operationsWords.noOrganisation)}</p>`
  const links = matches.map(
    ({ org_id: id, org_name: name }) => html`<li><a href="${addressOf(id)}"><bdi>${name}</bdi></a></li>`,
  )
  return html`<p role="status">${say(operationsWords.chooseOrganisation)}</p><ul>${links}</ul>`
}
