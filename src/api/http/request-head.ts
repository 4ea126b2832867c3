import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import { isIPv6 } from 'node:net'
import { Fault } from '../faults.ts'

/**
 * Throws the Fault for a head that HTTP does not allow: `host_invalid` unless there is exactly one
 * valid Host (HTTP/1.0 may omit it), `expectation_unknown` for any Expect but 100-continue. A
 * second Host could get past a proxy that reads the other one. Source: RFC 9112, 3.2; RFC 9110,
 * 10.1.1.
 */
export function requireHead(request: IncomingMessage): void {
  const isOld = request.httpVersionMajor === 1 && request.httpVersionMinor === 0
  const hosts = valuesOf(request, 'host')
  const isMissing = hosts.length === 0 && !isOld
  if (isMissing || hosts.length > 1 || !hosts.every(isHost)) throw new Fault('host_invalid')
  if (isOld) return
  const expectations = valuesOf(request, 'expect').flatMap((value) => value.split(','))
  if (expectations.some((one) => one.trim().toLowerCase() !== '100-continue')) throw new Fault('expectation_unknown')
}

export const nodeServerOptions: ServerOptions = {
  // Otherwise Node itself refuses a missing Host, with an empty body.
  requireHostHeader: false,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
}

/** Handles requests with an unknown `Expect` like any other: `requireHead` answers them. */
export function acceptUnknownExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Node's `headers` keeps only the first of several Hosts. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** `uri-host [ ":" port ]`; empty when a client has no host to name. Source: RFC 3986, 3.2.2. */
function isHost(value: string): boolean {
  const { name = '', port = '' } = hostSyntax.exec(value)?.groups ?? { name: ' ' }
  if (Number(port) > 65_535) return false
  return name.startsWith('[') ? isIpLiteral(name.slice(1, -1)) : registeredName.test(name)
}

const hostSyntax = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>[0-9]*))?$/
const registeredName = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/

function isIpLiteral(text: string): boolean {
  return /^v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/i.test(text) || (isIPv6(text) && !text.includes('%'))
}
