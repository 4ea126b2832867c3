import { type Html, html } from '@selfbill/pint-ae/html'
import type { Visit } from '../route.ts'
import { sharedWords } from './shared-words.ts'

/** A form of filters: they live in the address, so that a view can be kept and shared. */
export function filters({ say }: Pick<Visit, 'say'>, path: string, fields: readonly (Html | undefined)[]): Html {
  return html`<form class="filters card" method="get" action="${path}" aria-label="${say(sharedWords.filters)}">
${fields}
<div class="actions"><button type="submit">${say(sharedWords.filter)}</button>
<a class="button" href="${path}">${say(sharedWords.clear)}</a></div>
</form>`
}

/** The start of a day in Gulf Standard Time, as the API takes it. */
export function startOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : `${day}T00:00:00+04:00`
}

/** The end of a day. Other text goes to the API unchanged, which says what is wrong with it. */
export function endOfDay(day: string | undefined): string | undefined {
  const start = startOfDay(day)
  const at = Date.parse(start ?? '')
  // 30 February is parsed as 2 March.
  const isReal = !Number.isNaN(at) && new Date(at + gulfMs).toISOString().slice(0, 'yyyy-MM-dd'.length) === day
  return isReal ? new Date(at + dayMs).toISOString() : start
}

const dayMs = 86_400_000
const gulfMs = 4 * 3_600_000

/** Only what is given: the API refuses a filter that is blank. */
export function given<Members extends object>(members: Members): Given<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Given<Members>
}

type Given<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }
