import { type Html, html } from '@selfbill/pint-ae/html'
import type { Visit } from '../route.ts'
import { sharedWords } from './shared-words.ts'

/**
 * A secret that is shown once, in the answer to the form that made it: never in an address, a
 * cookie or a page that can be opened again.
 */
export function secretBox({ say }: Pick<Visit, 'say'>, { title, secret, more }: Secret): Html {
  return html`<section class="card secret" aria-label="${title}">
<h2>${title}</h2>
<p class="notice warning">${say(sharedWords.secretOnce)}</p>
<pre class="code" dir="ltr" tabindex="0" data-copy>${secret}</pre>
${more}
</section>`
}

interface Secret {
  readonly title: string
  readonly secret: string
  /** What to do with it. */
  readonly more?: Html | undefined
}
