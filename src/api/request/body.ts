import { Fault } from '../../faults.ts'

/** Bodies up to this many bytes on the wire (contract "Limits": 8MB, read as 8 MiB). */
export const bodyBytesMax = 8 * 1024 * 1024

/** Bodies of operations that take no documents: they are read beside everybody's requests. */
export const smallBodyBytesMax = 64 * 1024

/** The body as text; UTF-8 is the only encoding. Throws the Fault `json_unreadable`. */
export function bodyText(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new Fault('json_unreadable', ['The body is not valid UTF-8'])
  }
}

/** Throws unless the media type is JSON in UTF-8 and the body is not compressed. */
export function requireJson(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  )
  if (type !== 'application/json' || !isUtf8 || !isPlain(contentEncoding)) throw new Fault('media_type_unsupported')
}

/** Throws unless the media type is XML and the body is not compressed; a charset says nothing that the document does not. */
export function requireXml(contentType: string | undefined, contentEncoding: string | undefined): void {
  const type = typeIn(contentType)
  if ((type !== 'application/xml' && type !== 'text/xml') || !isPlain(contentEncoding)) throw new Fault('xml_expected')
}

/** Throws unless the media type is that of JSON lines and the body is not compressed. */
export function requireNdjson(contentType: string | undefined, contentEncoding: string | undefined): void {
  const type = typeIn(contentType)
  if ((type !== ndjson && type !== 'application/jsonl') || !isPlain(contentEncoding)) throw new Fault('ndjson_expected')
}

function typeIn(contentType = ''): string | undefined {
  return contentType.split(';')[0]?.trim().toLowerCase()
}

function isPlain(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding === 'identity'
}

/** JSON values, one a line. */
export const ndjson = 'application/x-ndjson'

const decoder = new TextDecoder('utf-8', { fatal: true })
