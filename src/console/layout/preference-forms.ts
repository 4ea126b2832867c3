import { type Html, html } from '@selfbill/pint-ae/html'
import { languages } from '../language/language.ts'
import type { Visit } from '../route.ts'
import { shellWords } from './shell-words.ts'
import { type Theme, themes } from './theme.ts'

/** Language and theme: a button each, so that they work without a script. */
export function preferenceForms({ say, language, address }: Visit, theme: Theme): Html {
  const languageButtons = languages.map(
    (one) =>
      html`<button class="choice" name="language" value="${one}" lang="${one}" aria-pressed="${
        one === language ? 'true' : 'false'
      }">${languageNames[one]}</button>`,
  )
  const themeButtons = themes.map(
    (one) =>
      html`<button class="choice" name="theme" value="${one}" aria-pressed="${one === theme ? 'true' : 'false'}">\
${say(shellWords[one])}</button>`,
  )
  return html`<form class="preferences" method="post" action="/console/preferences">
<input type="hidden" name="return" value="${address}">
<fieldset><legend>${say(shellWords.language)}</legend><div class="choices">${languageButtons}</div></fieldset>
<fieldset><legend>${say(shellWords.theme)}</legend><div class="choices">${themeButtons}</div></fieldset>
</form>`
}

/** Each in its own language, for people who cannot read the other. */
const languageNames = { en: 'English', ar: 'العربية' } as const
