import { parseSetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'

/** A browser without scripts: keeps cookies, sends forms as browsers do, follows redirects when asked. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #server: FastifyInstance
  readonly #headers: Readonly<Record<string, string>>

  constructor(server: FastifyInstance, headers: Readonly<Record<string, string>> = {}) {
    this.#server = server
    this.#headers = { host: 'localhost:8080', ...headers }
  }

  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Opened> {
    return this.#send('GET', path, headers)
  }

  /** A form of our own page, unless the headers say otherwise. */
  submit(
    path: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Opened> {
    const body = new URLSearchParams(fields).toString()
    return this.sendForm(path, Buffer.from(body), 'application/x-www-form-urlencoded', headers)
  }

  sendForm(path: string, body: Buffer, type: string, headers: Readonly<Record<string, string>> = {}): Promise<Opened> {
    const own = { 'sec-fetch-site': 'same-origin', 'content-type': type, ...headers }
    return this.#send('POST', path, own, body)
  }

  /** Opens the page that an answer redirects to. */
  async follow(opened: Promise<Opened>): Promise<Opened> {
    const { location } = await opened
    if (location === undefined) throw new Error('the answer leads nowhere')
    return this.open(location)
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: Buffer,
  ): Promise<Opened> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#server.inject({
      method,
      url,
      headers: { ...this.#headers, ...(cookie !== '' && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    for (const { name, value, maxAge } of set.map((one) => parseSetCookie(one))) {
      if (maxAge === 0 || value === undefined) this.cookies.delete(name)
      else this.cookies.set(name, encodeURIComponent(value))
    }
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      location: answer.headers.location,
      setCookies: set,
    }
  }
}

export interface Opened {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
  readonly text: string
  readonly bytes: Buffer
  readonly location: string | undefined
  readonly setCookies: readonly string[]
}
