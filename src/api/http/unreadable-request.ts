import type { Socket } from 'node:net'
import { STATUS_CODES } from '../../targets/node-http.ts'
import { errorBody } from '../answer/error-shape.ts'
import { Fault, type PlainFaultCode } from '../faults.ts'

/**
 * Answers what Node could not read as a request, in the contract's error shape, and closes the
 * connection. In English alone: nobody knows its headers.
 */
export function answerUnreadable(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // After a reset nobody reads an answer.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(answerTo(new Fault(codes.get(error.code ?? '') ?? 'request_unreadable'), headers))
  socket.destroy(error)
}

const codes = new Map<string, PlainFaultCode>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_too_slow'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
])

function answerTo(fault: Fault, headers: Readonly<Record<string, string>>): string {
  const body = errorBody(fault, 'en')
  const lines = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return [...lines, '', body].join('\r\n')
}
