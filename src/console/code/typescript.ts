import { type LiteralSyntax, literal, quoted } from './literal.ts'
import { isJson, type SampleRequest } from './sample.ts'

/** The call with @selfbill/client; with `fetch` where the body is no JSON. */
export function typescriptOf(request: SampleRequest): string {
  return request.mediaType === undefined || isJson(request) ? withClient(request) : withFetch(request)
}

function withClient({ sample, url, needsToken, idempotencyKey }: SampleRequest): string {
  const { operation, params = {}, query = {}, body } = sample
  const input = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  const token = needsToken ? "env.SELFBILL_TOKEN ?? ''" : "''"
  return `${importOf(needsToken)}import { SelfbillClient } from '@selfbill/client'

const client = new SelfbillClient({
  baseUrl: ${quoted(new URL(url).origin)},
  credentials: { token: ${token} },
})

const answer = await client.call('${operation}', ${literal(input, syntax)})
console.log(answer)`
}

function withFetch({ sample, method, url, needsToken, idempotencyKey, mediaType }: SampleRequest): string {
  const token = needsToken ? "\n    'authorization': 'Bearer ' + env.SELFBILL_TOKEN," : ''
  const key = idempotencyKey === undefined ? '' : `\n    'idempotency-key': '${idempotencyKey}',`
  return `${importOf(needsToken)}const answer = await fetch(${quoted(url)}, {
  method: '${method}',
  headers: {${token}${key}
    'content-type': '${mediaType}',
  },
  body: ${quoted(String(sample.body))},
})
console.log(answer.status, await answer.text())`
}

/** The token comes from the environment. */
function importOf(needsToken: boolean): string {
  return needsToken ? "import { env } from 'node:process'\n" : ''
}

const syntax: LiteralSyntax = {
  indent: '  ',
  trailingComma: true,
  words: { null: 'null', true: 'true', false: 'false' },
  key: keyOf,
  text: quoted,
}

/** Without brackets, `__proto__` would set the prototype instead of a member. */
function keyOf(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
