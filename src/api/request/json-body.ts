import { check } from '@selfbill/pint-ae/document'
import { JsonUnreadable, type JsonValue, readJson } from '@selfbill/pint-ae/json'
import type { Static, TSchema } from 'typebox'
import { unreadableFault } from '../documents/refusal.ts'
import { fieldFault } from '../faults.ts'
import { bodyText } from './body.ts'

/**
 * Parses and checks the body of a request, after `complete` has added the members that the service
 * sets. Throws the Faults `json_unreadable` and `document_invalid`.
 */
export function jsonBody<Schema extends TSchema>(
  schema: Schema,
  body: Uint8Array,
  complete: (sent: JsonValue) => JsonValue = (sent) => sent,
): Static<Schema> {
  const checked = check(schema, complete(read(bodyText(body))))
  if ('errors' in checked) throw fieldFault('document_invalid', checked.errors)
  return checked.value
}

function read(text: string) {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonUnreadable)) throw error
    throw unreadableFault(error.reason, error.path)
  }
}
