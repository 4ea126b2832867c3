import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { type Envelope, mlsIdentifiers } from '@selfbill/pint-ae/ubl'

/**
 * The surroundings of the access point, on one port of 127.0.0.1. As corner 4 it receives business
 * documents and reports, and forwards statuses to Selfbill unchanged: an access point has one
 * address for everything it receives. As the validation service it decides each status.
 */
export class Surroundings {
  /** Selfbill's `POST /gateway/inbound`. */
  statusesUrl: string | undefined
  /** The number of statuses to answer with 503 before the next one passes. */
  statusesHeldBack = 0
  /** Whether the receiving access point rejects the document. */
  isRefused: (envelope: Envelope, text: string) => boolean = () => false
  /** What corner 4 received, in order. */
  readonly delivered: Envelope[] = []
  /** Selfbill's answers to the forwarded statuses. */
  readonly answers: StatusAnswer[] = []
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch((error: unknown) => {
      this.answers.push({ instanceId: '', status: 0, text: String(error) })
      response.destroy()
    })
  })

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request)
    const envelope = readEnvelope(text)
    const isStatus = envelope.docTypeId === mlsIdentifiers.docTypeId
    response.setHeader('content-type', 'application/json')
    if (request.url === '/api/dd_and_validate/') {
      response.end(JSON.stringify(verdictOf(!isStatus && this.isRefused(envelope, text))))
    } else if (isStatus) {
      await this.#handOn(request, { envelope, text }, response)
    } else {
      this.delivered.push(envelope)
      response.end('{"countryCodeC4":"AE"}')
    }
  }

  async #handOn(request: IncomingMessage, { envelope, text }: Brought, response: ServerResponse): Promise<void> {
    if (this.statusesUrl === undefined || this.statusesHeldBack > 0) {
      if (this.statusesUrl !== undefined) this.statusesHeldBack -= 1
      response.writeHead(503).end()
      return
    }
    const headers = Object.entries(request.headers).filter(([name]) => !ofOneConnection.includes(name))
    const answer = await fetch(this.statusesUrl, {
      method: 'POST',
      body: text,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
    })
    const said = { instanceId: envelope.instanceId, status: answer.status, text: await answer.text() }
    this.answers.push(said)
    response.writeHead(said.status).end(said.text)
  }
}

export interface StatusAnswer {
  /** The id of the status's own envelope. */
  readonly instanceId: string
  readonly status: number
  readonly text: string
}

interface Brought {
  readonly envelope: Envelope
  readonly text: string
}

/** Headers that a proxy does not pass on. */
const ofOneConnection = ['host', 'connection', 'transfer-encoding', 'content-length', 'expect']

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A validation result in the format that phoss-ap reads. */
function verdictOf(isRefused: boolean) {
  const errors = [
    { errorLevel: 'ERROR', errorID: 'LOOP-01', errorFieldName: '/*/cbc:ID', errorText: 'Refused by the test' },
  ]
  const layer = {
    success: isRefused ? 'FALSE' : 'TRUE',
    validity: isRefused ? 'invalid' : 'valid',
    artifactType: 'schematron-xslt2',
    artifactPathType: 'file',
    artifactPath: 'rules.xslt',
    items: isRefused ? errors : [],
    durationMS: 1,
  }
  return {
    success: !isRefused,
    interrupted: false,
    mostSevereErrorLevel: isRefused ? 'ERROR' : 'SUCCESS',
    results: [layer],
    durationMS: 1,
  }
}
