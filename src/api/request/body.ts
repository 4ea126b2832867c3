import { message } from '@selfbill/pint-ae/messages'
import { isBodyOptional, mediaTypes, type RequestBody, refusalsOf } from '../declaration/request-body.ts'
import { Fault } from '../faults.ts'

/** The body as text in UTF-8, the only encoding. Throws the Fault `json_unreadable`. */
export function bodyText(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new Fault('json_unreadable', { reason: message('not_utf8') })
  }
}

/**
 * Throws unless the operation accepts the body's media type and the body is not compressed. A body
 * that may be left out needs no type when it is.
 */
export function requireMedia(
  { method, body }: { readonly method: string; readonly body: RequestBody },
  headers: MediaHeaders,
  hasBody: boolean,
): void {
  if (body.kind === 'none' || body.kind === 'form') return
  if (!hasBody && isBodyOptional(method, body)) return
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Fault('body_compressed')
  // XML names its own charset, and NDJSON is checked with its bytes.
  const isReadable = body.kind !== 'json' || parameters.every(isUtf8)
  if (!isReadable || !acceptedTypes[body.kind].includes(type)) throw new Fault(refusalsOf(body).wrongType)
}

export interface MediaHeaders {
  readonly 'content-type'?: string | undefined
  readonly 'content-encoding'?: string | undefined
}

const acceptedTypes: Readonly<Record<'json' | 'ndjson' | 'xml', readonly string[]>> = {
  json: [mediaTypes.json],
  ndjson: [mediaTypes.ndjson, 'application/jsonl'],
  xml: [mediaTypes.xml, 'text/xml'],
}

function isUtf8(parameter: string): boolean {
  return !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter)
}

const decoder = new TextDecoder('utf-8', { fatal: true })
