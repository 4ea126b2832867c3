import assert from 'node:assert/strict'

/** Calls one instance with one token. */
export class Caller {
  readonly address: string
  readonly #token: string

  constructor(address: string, token: string) {
    this.address = address
    this.#token = token
  }

  async send(method: string, path: string, body?: string, more: Readonly<Record<string, string>> = {}) {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json', ...more }
    const sent = await fetch(this.address + path, { method, headers, ...(body === undefined ? {} : { body }) })
    return { status: sent.status, type: sent.headers.get('content-type') ?? '', text: await sent.text() }
  }

  /** Fails unless the answer has this status. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  async json(method: string, path: string, status: number, body?: string): Promise<any> {
    const answer = await this.send(method, path, body)
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 500)}`)
    return JSON.parse(answer.text)
  }
}
