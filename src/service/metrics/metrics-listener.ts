import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isBearer } from '../../api/http/metrics-route.ts'
import { createServer } from '../../targets/node-http.ts'
import type { Metrics } from './metrics.ts'

/** `GET /metrics` on a port apart from the API, for a monitoring system on the internal network. */
export class MetricsListener {
  readonly #server: Server

  /** If there is a token, callers must send it here too. */
  constructor(metrics: Metrics, token: string | undefined) {
    this.#server = createServer((request, response) => {
      answer(metrics, token, request, response).catch(() => response.writeHead(500).end())
    })
  }

  /** Starts to listen; returns the address, `http://127.0.0.1:9464`. */
  async start(host: string, port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen({ host, port }, resolve)
    })
    const address = this.#server.address()
    const listens = typeof address === 'object' && address !== null ? address.port : port
    return `http://${host.includes(':') ? `[${host}]` : host}:${listens}`
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }
}

async function answer(
  metrics: Metrics,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isMetricsRequest =
    request.url?.split('?')[0] === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
  if (!isMetricsRequest) return void response.writeHead(404).end()
  if (token !== undefined && !isBearer(request.headers.authorization, token)) {
    return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  }
  const text = await metrics.text()
  response.writeHead(200, { 'Content-Type': metrics.type, 'Content-Length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}
