import type { TSchema } from 'typebox'
import type { FaultCode } from '../faults.ts'

/** What an operation takes as the body of a request. */
export type RequestBody = JsonBody | NdjsonBody | XmlBody | FormBody | NoBody

/** One JSON value. */
export interface JsonBody {
  readonly kind: 'json'
  readonly schema: TSchema
  /** A body that is accepted as it is. */
  readonly example?: object
  /** A request without a body is read as an empty object. */
  readonly isOptional?: true
  /** Absent: as many as a document may have. */
  readonly bytesMax?: number
}

/** JSON values, one a line; `schema` and `example` are those of a line. */
export interface NdjsonBody {
  readonly kind: 'ndjson'
  readonly schema: TSchema
  readonly example: object
  readonly bytesMax: number
}

export interface XmlBody {
  readonly kind: 'xml'
  readonly bytesMax: number
}

/**
 * A form, as OAuth sends it. The handler checks its media type, since OAuth has an error of its own
 * for it.
 */
export interface FormBody {
  readonly kind: 'form'
  readonly schema: TSchema
  readonly bytesMax: number
}

export interface NoBody {
  readonly kind: 'none'
}

export const noBody: NoBody = { kind: 'none' }

/** Bodies up to this many bytes on the wire (docs/contract.md#requests: 8MB, read as 8 MiB). */
export const bodyBytesMax = 8 * 1024 * 1024

/** Bodies of operations that take no documents: they are read beside everybody's requests. */
export const smallBodyBytesMax = 64 * 1024

/** The media type of each kind. */
export const mediaTypes = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
} as const satisfies Readonly<Record<Exclude<RequestBody['kind'], 'none'>, string>>

/** The media type to send; undefined for an operation without a body. */
export function mediaTypeOf({ kind }: RequestBody): string | undefined {
  return kind === 'none' ? undefined : mediaTypes[kind]
}

/** The largest body on the wire. */
export function bytesMaxOf(body: RequestBody): number {
  return 'bytesMax' in body && body.bytesMax !== undefined ? body.bytesMax : bodyBytesMax
}

/** The fault of a body that is too large, and of one with another media type. */
export function refusalsOf(body: RequestBody): { readonly tooLarge: FaultCode; readonly wrongType: FaultCode } {
  switch (body.kind) {
    case 'json': {
      const tooLarge = body.bytesMax === undefined ? 'payload_too_large' : 'body_too_large'
      return { tooLarge, wrongType: 'media_type_unsupported' }
    }
    case 'ndjson':
      return { tooLarge: 'batch_too_large', wrongType: 'ndjson_expected' }
    case 'xml':
      return { tooLarge: 'envelope_too_large', wrongType: 'xml_expected' }
    case 'form':
      return { tooLarge: 'body_too_large', wrongType: 'media_type_unsupported' }
    case 'none':
      return { tooLarge: 'payload_too_large', wrongType: 'media_type_unsupported' }
  }
}
