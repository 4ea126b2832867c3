import { jsonSyntax, literal } from './literal.ts'
import { isJson, type SampleRequest } from './sample.ts'

/** The call for a shell. The token comes from the environment. */
export function curlOf(request: SampleRequest): string {
  const { sample, method, url, needsToken, idempotencyKey, mediaType } = request
  const body = isJson(request) ? literal(sample.body, jsonSyntax) : String(sample.body ?? '')
  return [
    `curl ${shellQuoted(url)}`,
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...(needsToken ? ['--header "Authorization: Bearer $SELFBILL_TOKEN"'] : []),
    ...(idempotencyKey === undefined ? [] : [`--header 'Idempotency-Key: ${idempotencyKey}'`]),
    // --data-raw, because --data reads a file when its text begins with @.
    ...(mediaType === undefined
      ? []
      : [`--header ${shellQuoted(`Content-Type: ${mediaType}`)}`, `--data-raw ${shellQuoted(body)}`]),
  ].join(' \\\n  ')
}

/** In single quotes a shell reads nothing but the closing quote. It cannot hold U+0000. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll('\u0000', '').replaceAll("'", "'\\''")}'`
}
