import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that is not ours: other people's pages, such as an attacker's. */
export interface AnotherSite {
  /** Another site, as browsers count them. */
  readonly crossSite: string
  /** Another origin on our site: SameSite cookies go along. */
  readonly sameSite: string
  /** What the site answers from now on. */
  show(html: string): void
  stop(): Promise<void>
}

export async function anotherSite(): Promise<AnotherSite> {
  let page = ''
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = portOf(server.address())
  return {
    crossSite: `http://localhost:${port}/`,
    sameSite: `http://127.0.0.1:${port}/`,
    show(html) {
      page = html
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not a port')
  return address
}
