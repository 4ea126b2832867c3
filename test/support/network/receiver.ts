import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'

/**
 * A receiver of webhooks: a real HTTPS server on 127.0.0.1 with a certificate made for this run.
 */
export class Receiver {
  readonly #server: Server
  readonly received: ReceivedRequest[] = []
  /** Answers a request; by default it accepts. */
  answer: (request: ReceivedRequest, response: ServerResponse) => void = (_, response) => response.writeHead(204).end()

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Receiver> {
    const { key, certificate } = madeCertificate()
    const server = createServer({ key, cert: certificate })
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const socket = request.socket as TLSSocket & { readonly servername?: string | false }
        const received = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
          servername: socket.servername ?? false,
          at: Date.now(),
        }
        receiver.received.push(received)
        receiver.answer(received, response)
      })
    })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** By IP address; the certificate is valid for `receiver.example` too. */
  url(path = '/hook'): string {
    return `https://127.0.0.1:${this.port}${path}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The server name of the TLS handshake. */
  readonly servername: string | false
  readonly at: number
}

/** Key and self-signed certificate of every receiver in this process, in PEM. */
export function madeCertificate(): MadeCertificate {
  made ??= make()
  return made
}

interface MadeCertificate {
  readonly key: string
  readonly certificate: string
  /** The certificate's path, valid until the process ends. */
  readonly certificateFile: string
}

let made: MadeCertificate | undefined

function make(): MadeCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-certificate-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=receiver.example', '-addext', 'subjectAltName=DNS:receiver.example,IP:127.0.0.1']
  execFileSync('openssl', [...kind, ...names, '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' })
  return {
    key: readFileSync(keyFile, 'utf8'),
    certificate: readFileSync(certificateFile, 'utf8'),
    certificateFile,
  }
}
