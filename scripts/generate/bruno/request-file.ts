/** A request of the collection. */
export interface BrunoRequest {
  readonly name: string
  /** Its place among the requests of its folder. */
  readonly seq: number
  readonly method: 'get' | 'post'
  /** After the base URL, with `{{variable}}` in it. */
  readonly path: string
  readonly docs: string
  /** JSON text. */
  readonly body?: string
  /** Those that it may get. */
  readonly statuses: readonly number[]
  /** Variable → the place in the answer that it is set from. */
  readonly sets?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as Bruno stores it: blocks of text in braces, indented by two blanks. */
export function requestText(request: BrunoRequest): string {
  const { name, seq, method, path, docs, body, statuses, sets = {}, headers = {} } = request
  return blocks([
    ['meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]],
    [method, [`url: {{baseUrl}}${path}`, `body: ${body === undefined ? 'none' : 'json'}`, 'auth: inherit']],
    ['headers', lines(headers)],
    ['body:json', body?.split('\n') ?? []],
    ['vars:post-response', lines(sets)],
    ['assert', [`res.status: ${statuses.length === 1 ? 'eq' : 'in'} ${statuses.join(', ')}`]],
    ['docs', docs.split('\n')],
  ])
}

/** The request that fetches the token for all others. */
export function tokenText(docs: string): string {
  return blocks([
    ['meta', ['name: Token', 'type: http', 'seq: 1']],
    ['post', ['url: {{baseUrl}}/oauth/token', 'body: formUrlEncoded', 'auth: basic']],
    ['auth:basic', ['username: {{clientId}}', 'password: {{clientSecret}}']],
    ['body:form-urlencoded', ['grant_type: client_credentials']],
    ['vars:post-response', ['token: res.body.access_token']],
    ['assert', ['res.status: eq 200']],
    ['docs', docs.split('\n')],
  ])
}

/** Blocks without a line are left out. */
export function blocks(all: readonly (readonly [name: string, lines: readonly string[]])[]): string {
  const written = all.filter(([, content]) => content.length > 0)
  return written.map(([name, content]) => `${name} {\n${content.map(indented).join('\n')}\n}\n`).join('\n')
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}

function lines(pairs: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(pairs).map(([name, value]) => `${name}: ${value}`)
}
