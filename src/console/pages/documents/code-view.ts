import { type Html, html } from '@selfbill/pint-ae/html'
import type { Visit } from '../../route.ts'
import type { Beginning } from './beginning.ts'
import { documentWords } from './document-words.ts'

/**
 * A text of the document as code. A long one is cut, so that no page becomes heavy; the file has
 * all of it.
 */
export function codeView({ say }: Pick<Visit, 'say'>, { text, isWhole }: Beginning, file?: string): Html {
  const shown = text.slice(0, fittingLength(text)).toWellFormed()
  const isCut = shown.length < text.length || !isWhole
  const link = file !== undefined && html`<a class="button" href="${file}">${say(documentWords.download)}</a>`
  return html`<div class="actions">${link}</div>
${isCut && html`<p class="notice warning">${say(documentWords.cut)}</p>`}
<pre class="code" dir="ltr" tabindex="0"><code>${shown}</code></pre>`
}

/** How many characters fit into the budget of the page: some are longer as HTML. */
function fittingLength(text: string): number {
  let weight = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    weight += code > 127 ? 3 : escapedCodes.has(code) ? 5 : 1
    if (weight > weightMax) return at
  }
  return text.length
}

const escapedCodes: ReadonlySet<number> = new Set([...'&<>"\''].map((character) => character.charCodeAt(0)))
const weightMax = 24_000
/** So much of a text can be shown at most, before it is indented. */
export const codeBytesMax = weightMax
