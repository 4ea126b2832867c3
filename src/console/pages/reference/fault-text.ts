import { type Html, html } from '@selfbill/pint-ae/html'
import { inArabic, inEnglish } from '@selfbill/pint-ae/messages'
import { type FaultCode, faults } from '../../../api/faults.ts'
import { withCode } from '../../parts/code-block.ts'
import type { OpenCall } from '../../route.ts'
import { referenceWords } from './reference-words.ts'

/** The sentence of an error, in the language of the page. Some codes only hold another message. */
export function faultText({ say, language }: Pick<OpenCall, 'say' | 'language'>, code: FaultCode): Html | string {
  if (faults[code].en === '{reason}') return say(referenceWords.manyMessages)
  const text = { id: code, values: {} }
  const said =
    language === 'ar'
      ? html`<bdi>${withCode(inArabic(text))}</bdi>`
      : html`<bdi lang="en">${withCode(inEnglish(text))}</bdi>`
  if (!('isForPeople' in faults[code])) return said
  return html`${said} <span class="hint">${say(referenceWords.peopleOnly)}</span>`
}
