import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'

/**
 * Stands in for an access point with phoss-ap: a real HTTP server on 127.0.0.1 that answers in the
 * shapes of docs/network.md#access-point, with their traps. Like the real one it accepts the same
 * envelope twice without a message and then finds neither; tests count them. It receives an
 * envelope, records it and delivers it one after the other: between the first two steps it may have
 * a pause, in which it answers questions as if it had nothing.
 */
export async function startPhossAp(): Promise<PhossApStub> {
  const stub = new PhossApStub()
  await stub.listen(0)
  return stub
}

/**
 * The outcome of a submit. `unreported`: delivered, but answered 422. `retrying`: failed for now.
 * `unregistered`, `not-looked-up`: failed for good. `given-up`: out of attempts; `no-dns`: given up
 * because of its own trouble. `lost`: delivered without an answer. `half`: delivered, the answer
 * breaks off. `garbage`, `huge`, `switched`: delivered, the answer is useless. `crashed`: delivered, answered
 * 500. `late`: recorded and delivered after a pause. `broken`: 500 before anything happened;
 * `bad-request`: 400 from a proxy. `reset`: delivered, then the connection is reset. `proxy 502`:
 * delivered, and a proxy in front of it answers with that status.
 */
export type Behaviour =
  | 'delivered'
  | 'unreported'
  | 'retrying'
  | 'receiver-error'
  | 'unregistered'
  | 'not-looked-up'
  | 'no-dns'
  | 'given-up'
  | 'refused'
  | 'bad-request'
  | 'disabled'
  | 'redirect'
  | 'lost'
  | 'half'
  | 'garbage'
  | 'huge'
  | 'switched'
  | 'crashed'
  | 'late'
  | 'reset'
  | `proxy ${number}`
  | 'broken'

/** A record of `GET /api/outbound/status`. */
interface TransactionRecord {
  status: string
  attemptCount: number
  errorDetails: string | null
  nextRetryDT: string | null
}

export class PhossApStub {
  readonly token = randomUUID()
  /** The transmissions whose envelopes it has received, and those that it has recorded. */
  readonly received: string[] = []
  readonly submitted: string[] = []
  readonly envelopes = new Map<string, string>()
  readonly asked: string[] = []
  /** The headers of every request. */
  readonly headers: IncomingHttpHeaders[] = []
  readonly records = new Map<string, TransactionRecord>()
  /** Chooses by the envelope's corner and content. */
  behave: (corner: 'C3' | 'C5', envelope: string) => Behaviour = () => 'delivered'
  /** The pause before a `late` record. */
  lateMs = 0
  /** A `late` record also waits for a question about it, which is slow on a slow machine. */
  isLateUntilAsked = false
  /** Applies to every request first. */
  isHealthy = true
  gate: 'open' | 'unavailable' | 'silent' | 'elsewhere' = 'open'
  /** Called when the network has a message; the submit is answered after it has ended. */
  onDelivered: (transmissionUuid: string, corner: 'C3' | 'C5') => Promise<void> | void = () => undefined
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Whether it has received an envelope that it has not recorded yet. */
  isTaking(transmissionUuid: string): boolean {
    const times = (uuids: readonly string[]) => uuids.filter((uuid) => uuid === transmissionUuid).length
    return times(this.received) > times(this.submitted)
  }

  /** The access point's own retry has failed for good. */
  giveUp(transmissionUuid: string): void {
    this.records.set(transmissionUuid, aRecord('permanently_failed', 'Connection refused'))
  }

  /** The access point's own retry has succeeded. */
  async deliver(transmissionUuid: string): Promise<void> {
    this.records.set(transmissionUuid, aRecord('sent'))
    await this.onDelivered(transmissionUuid, cornerOf(this.envelopes.get(transmissionUuid) ?? ''))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.headers.push(request.headers)
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return // the body broke off: like any server, it ignores all of it
    }
    if (this.gate === 'silent') return
    if (this.gate === 'unavailable') return void response.writeHead(503).end('upstream connect error')
    const url = new URL(request.url ?? '', this.url)
    if (this.gate === 'elsewhere') {
      return void sendJson(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
    }
    if (url.pathname === '/actuator/health') {
      return void sendJson(response, this.isHealthy ? 200 : 503, { status: this.isHealthy ? 'UP' : 'DOWN' })
    }
    if (request.headers['x-token'] !== this.token) {
      return void sendJson(response, 401, { error: 'Invalid or missing API token' })
    }
    const asked = /^\/api\/outbound\/status\/([^/]+)$/.exec(url.pathname)?.[1]
    if (asked !== undefined && request.method === 'GET') return this.#tellStatus(asked, response)
    if (url.pathname !== '/api/outbound/submit-sbd' || request.method !== 'POST') {
      return void sendJson(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
    }
    await this.#submit(Buffer.concat(chunks).toString(), response)
  }

  #tellStatus(uuid: string, response: ServerResponse): void {
    this.asked.push(uuid)
    const record = this.records.get(uuid)
    const isTwice = this.submitted.filter((submitted) => submitted === uuid).length > 1
    if (record === undefined || isTwice) return void response.writeHead(404).end()
    sendJson(response, 200, {
      ID: '96d80cf5',
      transactionType: 'business_document',
      sbdhInstanceID: uuid,
      createdDT: '2026-07-15T10:00:00.123456Z',
      completedDT: record.status === 'sent' ? '2026-07-15T10:00:01.136156Z' : null,
      reportingStatus: 'pending',
      mlsStatus: 'pending',
      ...record,
    })
  }

  async #pause(uuid: string): Promise<void> {
    await delay(this.lateMs, undefined, { ref: false })
    while (this.isLateUntilAsked && !this.asked.includes(uuid)) await delay(20, undefined, { ref: false })
  }

  async #submit(text: string, response: ServerResponse): Promise<void> {
    const uuid = readEnvelope(text).instanceId
    const behaviour = this.behave(cornerOf(text), text)
    if (behaviour === 'disabled') return void response.writeHead(404).end()
    if (behaviour === 'bad-request') return void response.writeHead(400).end('<html>400 Bad Request</html>')
    if (behaviour === 'redirect') return void response.writeHead(302, { location: `${this.url}/login` }).end()
    if (behaviour === 'broken') return void sendJson(response, 500, { status: 500, error: 'Internal Server Error' })
    this.received.push(uuid)
    if (behaviour === 'late') await this.#pause(uuid)
    this.submitted.push(uuid)
    if (behaviour === 'refused') {
      return void response.writeHead(400).end(JSON.stringify('Failed to submit outbound SBD transaction'))
    }
    this.envelopes.set(uuid, text)
    const failure = failures[behaviour]
    if (failure !== undefined) {
      this.records.set(uuid, failure.record)
      return void sendJson(response, 422, {
        ...aReport(uuid),
        ...failure.report,
        sendingSuccess: false,
        overallSuccess: false,
      })
    }
    await this.deliver(uuid)
    answerDelivered(behaviour, uuid, response)
  }
}

/** The receiver has the message; the report of it varies. */
function answerDelivered(behaviour: Behaviour, uuid: string, response: ServerResponse): void {
  const outcome = { sendingResult: 'SUCCESS', sendingSuccess: true, overallSuccess: behaviour !== 'unreported' }
  const report = JSON.stringify({ ...aReport(uuid), ...outcome })
  const proxied = /^proxy (\d+)$/.exec(behaviour)?.[1]
  if (proxied !== undefined) return void response.writeHead(Number(proxied)).end('<html>upstream</html>')
  switch (behaviour) {
    case 'lost':
      return
    case 'half':
      response.writeHead(200, { 'content-length': report.length }).write(report.slice(0, 100))
      setTimeout(() => response.destroy(), 5)
      return
    case 'reset':
      return void response.socket?.resetAndDestroy()
    case 'switched':
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
      return
    case 'garbage':
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>\u0000Welcome</html>')
    case 'huge':
      return void response.writeHead(200).end(`"${'x'.repeat(6 * 1024 * 1024)}"`)
    case 'crashed':
      return void sendJson(response, 500, { status: 500, error: 'Internal Server Error' })
    default:
      return void response
        .writeHead(behaviour === 'unreported' ? 422 : 200, { 'content-type': 'application/json' })
        .end(report)
  }
}

const technicalFailure = "Technical DNS failure resolving 'x' [TRY_AGAIN]: network error"

const failures: Partial<Record<Behaviour, { readonly report: object; readonly record: TransactionRecord }>> = {
  retrying: {
    report: {
      sendingResult: 'TRANSPORT_ERROR',
      sendingError: "An error occurred during the phase4 transmission to 'https://ap.example/as4'.",
      sendingException: { class: 'java.net.ConnectException', message: 'Connection refused', stackTrace: 'at x.y.Z' },
    },
    record: aRecord('failed', 'Connection refused', new Date(Date.now() + 180_000).toISOString()),
  },
  'receiver-error': {
    report: {
      sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
      as4ResponseError: true,
      as4ResponseErrors: [
        { errorCode: 'EBMS:0004', shortDescription: 'Other', description: 'An error', errorDetails: 'Not processed' },
        'no object',
      ],
    },
    record: aRecord('failed', 'Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED'),
  },
  unregistered: {
    report: {
      c3CertSubjectCN: undefined,
      as4MessageId: undefined,
      as4ConversationId: undefined,
      lookupError: "The participant ID 'iso6523-actorid-upis::0235:1' is not registered in the Peppol Network",
      lookupException: { class: 'SMPDNSResolutionException', message: 'no NAPTR record', stackTrace: '' },
    },
    record: aRecord(
      'permanently_failed',
      'is not registered in the Peppol Network. Technical details: no NAPTR record',
    ),
  },
  'not-looked-up': {
    report: { c3CertSubjectCN: undefined, lookupError: 'The SMP has said no', lookupException: null },
    record: aRecord('permanently_failed', 'Nobody home'),
  },
  'no-dns': {
    report: {
      c3CertSubjectCN: undefined,
      as4MessageId: undefined,
      as4ConversationId: undefined,
      lookupError: "The participant ID 'iso6523-actorid-upis::0235:1' is not registered in the Peppol Network",
      lookupException: { class: 'SMPDNSResolutionException', message: technicalFailure, stackTrace: '' },
    },
    record: aRecord(
      'permanently_failed',
      `is not registered in the Peppol Network. Technical details: ${technicalFailure}`,
    ),
  },
  'given-up': {
    report: { sendingResult: 'TRANSPORT_ERROR' },
    record: aRecord('permanently_failed', 'Connection refused'),
  },
}

function aRecord(
  status: string,
  errorDetails: string | null = null,
  nextRetryDT: string | null = null,
): TransactionRecord {
  return { status, attemptCount: 1, errorDetails, nextRetryDT }
}

function aReport(uuid: string): object {
  return {
    currentDateTimeUTC: '2026-07-15T10:00:00.000Z',
    phase4Version: '4.6.0',
    senderPartyId: 'POP990001',
    sbdhInstanceIdentifier: uuid,
    c3EndpointUrl: 'https://ap.example/as4',
    c3CertSubjectCN: 'POP000306',
    c3CertCheckResult: 'VALID',
    as4MessageId: `${uuid}@phoss-ap`,
    as4ConversationId: `${uuid}@conversation`,
    overallDurationMillis: 446,
  }
}

function cornerOf(envelope: string): 'C3' | 'C5' {
  return envelope.includes('urn:peppol:schema:taxdata:1.0::TaxData') ? 'C5' : 'C3'
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
