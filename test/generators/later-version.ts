import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The service as a later version of it may answer: every object of every answer has one member more.
 * A client that refuses unknown members would stop working when the service is updated.
 */
export class LaterVersion {
  readonly #service: string
  readonly #server = createServer((request, response) => {
    this.#forward(request, response).catch(() => response.destroy())
  })

  constructor(service: string) {
    this.#service = service
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.entries(request.headers).filter(([name]) => !ofOneConnection.has(name))
    const answer = await fetch(this.#service + request.url, {
      method: request.method ?? 'GET',
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const type = answer.headers.get('content-type') ?? ''
    const text = await answer.text()
    response.writeHead(answer.status, { 'content-type': type })
    response.end(type.startsWith('application/json') ? withMore(text) : text)
  }
}

/** Headers that a proxy does not pass on. */
const ofOneConnection = new Set(['host', 'connection', 'transfer-encoding', 'content-length', 'expect', 'upgrade'])

function withMore(text: string): string {
  const value: unknown = JSON.parse(text, (_, inner: unknown) => {
    if (!isObject(inner)) return inner
    const members = Object.values(inner)
    // A map of objects by name, such as error_codes, has no other members later either.
    const more = members.length > 0 && members.every(isObject) ? members[0] : 'a member of a later version'
    return { ...inner, added_later: more }
  })
  return JSON.stringify(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
