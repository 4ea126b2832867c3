import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { type ReceivedRequest, Receiver } from '../network/receiver.ts'
import { type CallingTenant, type CallParts, insist } from './calls/call.ts'
import type { Change } from './feed-reader.ts'
import type { Journal } from './journal.ts'

/**
 * A webhook of an organisation and its receiver, which often fails at first. It must accept every
 * event of the feed, signed, with the body of the feed's entry, and no other event.
 */
export class WebhookTarget {
  static async start(tenant: CallingTenant, parts: CallParts, note: Journal): Promise<WebhookTarget> {
    const target = new WebhookTarget(await Receiver.start(), note)
    const { token } = tenant
    const url = (key: string) => target.#receiver.url(`/${key}`)
    const answer = await insist(
      (key) => ({ method: 'POST', path: '/api/webhooks', token, body: JSON.stringify({ url: url(key) }) }),
      parts,
    )
    if (answer.status !== 201) throw new Error(`a webhook was answered with ${answer.status}: ${answer.text}`)
    target.#path = `/${answer.key}`
    target.#secret = JSON.parse(answer.text).secret
    return target
  }

  readonly #receiver: Receiver
  readonly #note: Journal
  readonly #bodies = new Map<string, unknown>()
  readonly #accepted = new Set<string>()
  readonly #tried = new Set<string>()
  readonly #wrongs = new Set<string>()
  #path = ''
  #secret = ''

  private constructor(receiver: Receiver, note: Journal) {
    this.#receiver = receiver
    this.#note = note
    receiver.answer = (request, response) => this.#answer(request, response)
  }

  /** Events of the feed that it has not accepted yet. */
  missing(changes: readonly Change[]): readonly string[] {
    return changes.filter(({ id }) => !this.#accepted.has(id)).map(({ id }) => `the webhook got no ${id}`)
  }

  losses(changes: readonly Change[]): readonly string[] {
    const known = new Map(changes.map((change) => [change.id, change]))
    const others = [...this.#bodies].filter(([id, body]) => !isDeepStrictEqual(known.get(id), body))
    return [
      ...this.#wrongs,
      ...this.missing(changes),
      ...others.map(([id, body]) => `the webhook got ${id}, not as in the feed: ${JSON.stringify(body)}`),
    ]
  }

  close(): Promise<void> {
    return this.#receiver.close()
  }

  #answer({ url, headers, body }: ReceivedRequest, response: ServerResponse): void {
    // Of a second webhook, whose secret nobody has: its create was given up and carried out.
    if (url !== this.#path) return void response.writeHead(204).end()
    const id = String(headers['webhook-id'])
    try {
      // It also refuses a timestamp that is more than five minutes off.
      const event = new Webhook(this.#secret).verify(body, {
        'webhook-id': id,
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      })
      if (this.#bodies.has(id) && !isDeepStrictEqual(this.#bodies.get(id), event))
        this.#wrongs.add(`the webhook got ${id} with two contents`)
      this.#bodies.set(id, event)
    } catch (error) {
      this.#wrongs.add(`the webhook got ${id}, and its signature is wrong: ${error}`)
    }
    const failure = this.#tried.has(id) ? undefined : webhookFailures[this.#tried.size - wellFirst]
    this.#tried.add(id)
    if (failure !== undefined) this.#note.fault(`webhook ${failure}`)
    if (failure === 'broken off') return void response.destroy()
    if (failure === 'refused') return void response.writeHead(500).end()
    if (failure === 'redirected') return void response.writeHead(302, { location: 'https://127.0.0.1/' }).end()
    // The event is here, and the service does not learn it.
    this.#accepted.add(id)
    if (failure === 'answer lost') return void response.destroy()
    response.writeHead(204).end()
  }
}

/** The first events arrive. The retry of a failed one comes after five seconds, so they fail early. */
const wellFirst = 2

/** One event after the other fails like this, at its first attempt. */
export const webhookFailures = ['broken off', 'refused', 'redirected', 'answer lost'] as const
