import { type Html, html } from '@selfbill/pint-ae/html'
import { curlOf } from '../code/curl.ts'
import { pythonOf } from '../code/python.ts'
import { requestOf, type Sample } from '../code/sample.ts'
import { typescriptOf } from '../code/typescript.ts'
import type { Visit } from '../route.ts'
import { codeBlock } from './code-block.ts'
import { sharedWords } from './shared-words.ts'

/**
 * The same call as code, to be copied: curl, TypeScript with our client, Python. The access token
 * is never in it.
 */
export function asCode({ say, browser }: Pick<Visit, 'say' | 'browser'>, sample: Sample, isOpen = false): Html {
  const request = requestOf(sample, browser.origin)
  const languages = [
    { name: 'curl', code: curlOf(request) },
    { name: 'TypeScript', code: typescriptOf(request) },
    { name: 'Python', code: pythonOf(request) },
  ]
  return html`<details class="as-code" open="${isOpen}"><summary>${say(sharedWords.asCode)}</summary>
${request.needsToken && html`<p class="hint">${say(sharedWords.asCodeHint)} <code>SELFBILL_TOKEN</code></p>`}
${languages.map(
  ({ name, code }) => html`<p class="strong"><bdi>${name}</bdi></p>
${codeBlock(name, code)}`,
)}</details>`
}
