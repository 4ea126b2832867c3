/**
 * Every error a caller can see: code → status and message. Operations name the codes they may
 * answer; OpenAPI and the tests read this table. Source: docs/contract.md#errors.
 */
export const faults = {
  profile_not_found: { status: 400, message: 'Business profile not found with id: {0}' },
  profile_inactive: { status: 400, message: 'Business profile is not active: {0}' },
  document_invalid: { status: 400, message: 'The request is not valid' },
  json_unreadable: { status: 400, message: '{0}' },
  parameter_invalid: { status: 400, message: '{0}' },
  oauth_invalid_request: { status: 400, message: '{0}' },
  oauth_invalid_client: { status: 401, message: 'The client is unknown, or its secret is wrong' },
  oauth_unsupported_grant_type: { status: 400, message: 'grant_type must be client_credentials' },
  oauth_invalid_scope: { status: 400, message: 'The client is not allowed one of the requested scopes' },
  request_unreadable: { status: 400, message: 'The request is not valid HTTP' },
  host_invalid: { status: 400, message: 'A request must have exactly one Host header, and it must be valid' },
  version_unknown: { status: 400, message: 'X-API-VERSION must be one of {0}' },
  document_not_resubmittable: {
    status: 400,
    message: 'Only a document with status VALIDATION_FAILED can be resubmitted',
  },
  document_not_creditable: { status: 400, message: 'The document was never sent' },
  unauthenticated: { status: 401, message: 'Authentication required or invalid token' },
  secret_wrong: { status: 401, message: 'The secret of the access point is missing or wrong' },
  scope_missing: { status: 403, message: 'Not authorized to perform this operation' },
  forbidden: { status: 403, message: 'Not authorized to perform this operation' },
  route_not_found: { status: 404, message: 'No such operation: {0}' },
  method_not_allowed: { status: 405, message: '{0} is not allowed here; use {1}' },
  business_profile_unknown: { status: 404, message: 'Business profile not found with id: {0}' },
  client_not_found: { status: 404, message: 'Client not found with id: {0}' },
  document_not_found: { status: 404, message: '{0} not found with id: {1}' },
  attachment_not_found: { status: 404, message: 'Attachment not found with id: {0}' },
  peppol_status_not_available: { status: 404, message: 'Peppol status not available yet' },
  rule_not_found: { status: 404, message: 'There is no rule {0}' },
  webhook_not_found: { status: 404, message: 'Webhook not found with id: {0}' },
  delivery_not_found: { status: 404, message: 'Delivery not found with id: {0}' },
  codelist_not_found: { status: 404, message: 'There is no code list {0}' },
  cursor_unknown: {
    status: 410,
    message: 'Unknown cursor. Start again without `since` and skip the events you have already processed',
  },
  document_changed: { status: 409, message: 'Another request resubmitted the document at the same time' },
  document_number_taken: { status: 409, message: 'Document number is taken by {0}' },
  profile_id_taken: { status: 409, message: 'Business profile {0} already exists' },
  idempotency_running: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  evidence_too_large: { status: 409, message: 'The evidence of this document does not fit into one pack: {0}' },
  webhooks_full: { status: 409, message: 'An organisation has at most {0} webhooks' },
  webhook_inactive: { status: 409, message: 'Webhook {0} is not active' },
  profile_changed: { status: 412, message: 'The business profile has changed since you read it: {0}' },
  payload_too_large: { status: 413, message: 'Payload size should not exceed 8MB' },
  body_too_large: { status: 413, message: 'The request body is too large for this operation' },
  envelope_too_large: { status: 413, message: 'An envelope should not exceed 10MB' },
  batch_too_large: { status: 413, message: 'A batch should not exceed 32MB or 1000 lines' },
  media_type_unsupported: { status: 415, message: 'Content-Type must be application/json' },
  xml_expected: { status: 415, message: 'Content-Type must be application/xml, not compressed' },
  ndjson_expected: { status: 415, message: 'Content-Type must be application/x-ndjson, not compressed' },
  expectation_unknown: { status: 417, message: 'Expect must be 100-continue' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used with another request body' },
  polls_exceeded: { status: 429, message: 'At most {0} long polls per account at a time' },
  prints_exceeded: { status: 429, message: 'At most {0} documents per organisation can wait to be printed' },
  request_too_slow: { status: 408, message: 'The request took too long to arrive' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large' },
  share_exceeded: {
    status: 429,
    message: 'The requests of this organisation already use all the memory it may have; try again later',
  },
  rate_exceeded: { status: 429, message: 'API rate limit exceeded' },
  internal: { status: 500, message: 'An error occurred' },
  unavailable: { status: 503, message: 'The service is not available at the moment, try again' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>

export type FaultCode = keyof typeof faults

/**
 * An error that the caller sees. Operations throw it; one place turns it into the contract's shape.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly status: number
  /** Field path → message; without it the error body holds the message alone. */
  readonly fields: ReadonlyMap<string, string> | undefined
  /** Retry-After, in seconds. */
  readonly retryAfter: number | undefined

  constructor(
    code: FaultCode,
    words: readonly string[] = [],
    fields?: ReadonlyMap<string, string>,
    retryAfter = code === 'unavailable' ? 5 : undefined,
  ) {
    super(words.reduce<string>((message, word, at) => message.replace(`{${at}}`, () => word), faults[code].message))
    this.code = code
    this.status = faults[code].status
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** A fault about one or more fields of the request. */
export function fieldFault(code: FaultCode, fields: ReadonlyMap<string, string>): Fault {
  return new Fault(code, [], fields)
}
