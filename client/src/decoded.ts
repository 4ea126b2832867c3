import type { TransportAnswer } from './transport.ts'

/**
 * What came over the wire, taken for what the OpenAPI document says of it: the service's tests hold
 * every answer against that.
 */
export function decoded<Answer>(answer: TransportAnswer): Answer {
  return contentOf(answer) as Answer
}

/** By its media type. */
function contentOf(answer: TransportAnswer): unknown {
  const type = answer.headers.get('content-type') ?? ''
  if (/json/.test(type)) return JSON.parse(decoder.decode(answer.bytes))
  return /^text\/|xml/.test(type) ? decoder.decode(answer.bytes) : answer.bytes
}

// Throws for bytes that are no UTF-8: a replaced character would look like the document's own.
const decoder = new TextDecoder('utf-8', { fatal: true })
