import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument, ValidationResult } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import type { Visit } from '../../route.ts'
import { memberOf } from '../drafts/finding-list.ts'
import { placeWords } from '../drafts/place.ts'
import { documentWords } from './document-words.ts'
import { foundPart } from './found.ts'
import { pageOf } from './shown-document.ts'

/** The findings of a document by rule, fatal ones first, each at its field. */
export function findingList(
  visit: Pick<Visit, 'say'>,
  document: ListedDocument,
  findings: readonly ValidationResult[],
): Html | undefined {
  // The answer of a very long document is not read to the end, where its findings are.
  const { fatal = 0, warning = 0 } = document.findings
  const count = Math.max(findings.length, fatal + warning)
  if (count === 0) return undefined
  const { say } = visit
  const ordered = findings.toSorted((one, other) => Number(other.flag === 'fatal') - Number(one.flag === 'fatal'))
  const shown = ordered.slice(0, findingsMax)
  const groups = [...Map.groupBy(shown, ({ reasonCode }) => reasonCode).values()]
  const left = count - shown.length
  return html`<section class="card findings" aria-labelledby="findings">
<h2 id="findings">${say(documentWords.findings, { count })}</h2>
<ul>${groups.map((group) => groupItem(visit, document, group))}</ul>
${
  left > 0 &&
  html`<p class="hint">${say(documentWords.findingsLeft, { count: left })}
<a href="${`${pageOf(document)}/answer.json`}">${say(documentWords.tabAnswer)}</a></p>`
}
</section>`
}

/** More than a person reads at once; the answer has all of them. */
const findingsMax = 30

function groupItem(
  { say }: Pick<Visit, 'say'>,
  document: ListedDocument,
  group: readonly ValidationResult[],
): Html | undefined {
  const [first] = group
  if (first === undefined) return undefined
  const { flag, reasonCode, text } = first
  const isFatal = flag === 'fatal'
  return html`<li><p>${badge(isFatal ? 'bad' : 'warning', say(isFatal ? documentWords.fatal : documentWords.warning))}
<a href="/console/rules/${reasonCode}"><bdi dir="ltr">${reasonCode}</bdi></a></p>
<p><bdi>${text}</bdi></p>
<ul>${group.map((finding) => placeItem({ say }, document, finding))}</ul></li>`
}

/** Where it is, what was found there, and how to repair it. */
function placeItem({ say }: Pick<Visit, 'say'>, document: ListedDocument, finding: ValidationResult): Html {
  const { field, fix, location } = finding
  const place =
    field === null
      ? html`<code>${location}</code>`
      : html`<a href="${`${pageOf(document)}?tab=request&field=${encodeURIComponent(field)}#part`}">\
${fieldWords(say, document, field)}</a>`
  return html`<li>${place}
${finding.value !== null && html`<p class="hint">${foundPart({ say }, finding)}</p>`}
${(fix ?? []).map(
  (patch) =>
    html`<p class="hint">${say(patch.op === 'add' ? documentWords.fixAdd : documentWords.fixReplace, {
      field: fieldWords(say, document, memberOf(patch.path)),
      value: patch.value,
    })}</p>`,
)}</li>`
}

/** The field in the words of the form, or by its path when the form has none. */
function fieldWords(say: Visit['say'], { family }: ListedDocument, path: string): string {
  return placeWords(say, path, family) ?? path
}
