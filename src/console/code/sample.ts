import { endpoints, type OperationId } from '../../../client/src/api-types.ts'
import { fillPath, withQuery } from '../../../client/src/paths.ts'
import { needsAccount, scopesOf } from '../../api/declaration/access.ts'
import { mediaTypeOf } from '../../api/declaration/request-body.ts'
import { isChange } from '../../api/operation.ts'
import { operations } from '../../features/index.ts'
import type { Scope } from '../../security/scopes.ts'

/** A call of the API that is shown as code. Parameters have the names of the client and OpenAPI. */
export interface Sample {
  readonly operation: OperationId
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  /** A JSON value; for NDJSON, XML and forms, the text of the body. */
  readonly body?: unknown
}

/** The sample as a request of a server. */
export interface SampleRequest {
  readonly sample: Sample
  readonly method: string
  /** With its query, encoded. */
  readonly url: string
  readonly needsToken: boolean
  /** The token needs one of these scopes. */
  readonly scopes: readonly Scope[]
  /** A name for the request, of the reader's own; undefined where nothing changes. */
  readonly idempotencyKey: string | undefined
  /** Undefined without a body. */
  readonly mediaType: string | undefined
}

/** Long enough for operations whose answer holds a secret, which need 20 characters. */
const sampleKey = 'my-name-for-this-request'

export function requestOf(given: Sample, origin: string): SampleRequest {
  const { params = {}, query = {}, ...rest } = given
  const sample = { ...rest, params: wellFormed(params), query: wellFormed(query) }
  const { method, path } = endpoints[sample.operation]
  const operation = operations.find(({ id }) => id === sample.operation)
  if (operation === undefined) throw new Error(`there is no operation ${sample.operation}`)
  return {
    sample,
    method,
    url: origin + withQuery(fillPath(path, sample.params), sample.query),
    needsToken: needsAccount(operation),
    scopes: scopesOf(operation),
    idempotencyKey: isChange(operation) ? sampleKey : undefined,
    mediaType: sample.body === undefined ? undefined : mediaTypeOf(operation.body),
  }
}

/** Whether the body is a JSON value, and not text of another kind. */
export function isJson({ mediaType }: SampleRequest): boolean {
  return mediaType === 'application/json'
}

/** Half a character cannot be written into an address. */
function wellFormed<Value extends string | number | undefined>(
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value | string>> {
  const whole = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name.toWellFormed(), typeof value === 'string' ? value.toWellFormed() : value])
  return Object.fromEntries(whole)
}
