import { type Html, html } from '@selfbill/pint-ae/html'
import type { ValidationResult } from '../../../../client/src/api-types.ts'
import type { Call } from '../../route.ts'
import { documentWords } from './document-words.ts'

/** What a finding found: a value, or the earlier document that is repeated. */
export function foundPart(
  { say }: Pick<Call, 'say'>,
  { reasonCode, value }: Pick<ValidationResult, 'reasonCode' | 'value'>,
): Html | undefined {
  if (value === null) return undefined
  // Findings of earlier versions have the date of the document here.
  const isNumber = reasonCode === 'SB-DUPLICATE' && !/^\d{4}-\d\d-\d\d$/.test(value)
  if (isNumber) return html`<span>${say(documentWords.earlierDocument)} ${documentLink(value)}</span>`
  return html`<span>${say(documentWords.found)} <bdi class="code">${value}</bdi></span>`
}

/** Finds a document by its number. */
export function documentLink(number: string): Html {
  return html`<a href="/console/search?q=${encodeURIComponent(number)}"><bdi>${number}</bdi></a>`
}
