import type { TransportAnswer } from './transport.ts'

/**
 * The content of an answer, with the type from the OpenAPI document; the service's tests check
 * every answer against that document.
 */
export function decodeAnswer<Answer>(answer: TransportAnswer): Answer {
  return contentOf(answer) as Answer
}

/** Decodes by media type. */
function contentOf(answer: TransportAnswer): unknown {
  const type = answer.headers.get('content-type') ?? ''
  if (/^application\/json/.test(type)) return JSON.parse(decoder.decode(answer.bytes))
  return /^text\/|xml|ndjson/.test(type) ? decoder.decode(answer.bytes) : answer.bytes
}

// Throws for bytes that are not UTF-8: a replacement character would look like part of the
// document.
const decoder = new TextDecoder('utf-8', { fatal: true })
