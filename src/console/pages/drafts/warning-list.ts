import { type Html, html } from '@selfbill/pint-ae/html'
import type { DocumentWarning } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import type { Family } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import { type Editing, linked, type Words } from './finding-list.ts'
import { placeWords } from './place.ts'

/** What looks unlikely, each at its field. It keeps nothing from being issued. */
export function warningList(
  { say }: Words,
  family: Family,
  warnings: readonly DocumentWarning[],
  editing: Editing | undefined,
): Html | undefined {
  if (warnings.length === 0) return undefined
  return html`<ul class="draft-findings">${warnings.map(
    ({ field, text }) => html`<li><p>${badge('warning', say(draftWords.warning))} <bdi>${text}</bdi></p>
${field !== null && html`<p class="hint">${place(say, field, family, editing)}</p>`}</li>`,
  )}</ul>`
}

function place(say: Words['say'], field: string, family: Family, editing: Editing | undefined): Html {
  const words = placeWords(say, field, family)
  return words === undefined
    ? html`<bdi dir="ltr"><code>${field}</code></bdi>`
    : linked(words, field, family, editing?.shown)
}
