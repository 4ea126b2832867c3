import { Fault } from '../faults.ts'
import { JsonUnreadable, type JsonValue, readJson } from '../json/read.ts'

/** Bodies up to this many bytes on the wire (contract "Limits": 8MB, read as 8 MiB). */
export const bodyBytesMax = 8 * 1024 * 1024

/** The body as text; UTF-8 is the only encoding. Throws the Fault `json_unreadable`. */
export function bodyText(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new Fault('json_unreadable', ['The body is not valid UTF-8'])
  }
}

/** The JSON of a body, numbers exact. Throws the Fault `json_unreadable`, naming the member that appears twice. */
export function bodyJson(text: string): JsonValue {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonUnreadable) throw jsonFault(error.message, error.path)
    throw error
  }
}

/** The Fault for text that is no JSON document; with a path when one member is to blame. */
export function jsonFault(message: string, path: string | undefined): Fault {
  return new Fault('json_unreadable', [message], path === undefined ? undefined : new Map([[path, message]]))
}

/** Throws unless the media type is JSON in UTF-8 and the body is not compressed. */
export function requireJson(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  )
  const isPlain = contentEncoding === undefined || contentEncoding === 'identity'
  if (type !== 'application/json' || !isUtf8 || !isPlain) throw new Fault('media_type_unsupported')
}

const decoder = new TextDecoder('utf-8', { fatal: true })
