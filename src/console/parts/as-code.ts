import { type Html, html } from '@selfbill/pint-ae/html'
import { defaultScopes } from '../../security/scopes.ts'
import { curlOf } from '../code/curl.ts'
import { pythonOf } from '../code/python.ts'
import { requestOf, type Sample, type SampleRequest } from '../code/sample.ts'
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
  const keys = languages.flatMap((language) => keyedFor(language, request).idempotencyKey ?? [])
  return html`<details class="as-code" open="${isOpen}"><summary>${say(sharedWords.asCode)}</summary>
${request.needsToken && html`<p class="hint">${say(sharedWords.asCodeHint)} <code>${tokenCommand(request)}</code></p>`}
${
  keys.length > 0 &&
  html`<p class="hint">${say(sharedWords.asCodeKey)}${keys.map((key) => html` <code>${key}</code>`)}</p>`
}
${languages.map(
  (language) => html`<p class="strong"><bdi>${language.name}</bdi></p>
${codeBlock(language.name, language.codeOf(keyedFor(language, request)))}`,
)}</details>`
}

interface CodeLanguage {
  readonly name: string
  readonly codeOf: (request: SampleRequest) => string
}

const languages: readonly CodeLanguage[] = [
  { name: 'curl', codeOf: curlOf },
  { name: 'TypeScript', codeOf: typescriptOf },
  { name: 'Python', codeOf: pythonOf },
]

/** The bytes of a body differ by language: under one key the second call would be refused. */
function keyedFor({ name }: CodeLanguage, request: SampleRequest): SampleRequest {
  const { idempotencyKey: key } = request
  return { ...request, idempotencyKey: key && `${key}-${name.toLowerCase()}` }
}

/** For a shell in the folder of the service. The default scopes need no option. */
function tokenCommand({ scopes: [first = 'admin', ...others] }: SampleRequest): string {
  const isDefault = [first, ...others].some((scope) => defaultScopes.includes(scope))
  return `export SELFBILL_TOKEN=$(bin/selfbill token${isDefault ? '' : ` --scope ${first}`})`
}
