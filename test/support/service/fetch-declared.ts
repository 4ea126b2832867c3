import { assertDeclared, type Expectation } from './declared-answers.ts'

/**
 * Sends one request to a running service; OpenAPI must declare its answer. Follows no redirect,
 * whose target is another operation or a page.
 */
export async function fetchDeclared(
  address: string,
  path: string,
  init: RequestInit = {},
  expected: Expectation = {},
): Promise<Fetched> {
  const response = await fetch(address + path, { redirect: 'manual', ...init })
  const { status, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const type = headers.get('content-type')
  assertDeclared(init.method ?? 'GET', path, { status, type, text }, expected)
  const isJson = text !== '' && (type?.startsWith('application/json') ?? false)
  return { status, headers, text, bytes, json: isJson ? JSON.parse(text) : undefined }
}

export interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
  /** Parsed by JSON.parse: figures are doubles, good enough to compare what tests send. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, compared member by member
  readonly json: any
}
