import type { TSchema } from 'typebox'
import type { PlainFaultCode } from '../faults.ts'

/** The body that an operation accepts. */
export type RequestBody = JsonBody | NdjsonBody | XmlBody | FormBody | NoBody

/** One JSON value. */
export interface JsonBody {
  readonly kind: 'json'
  readonly schema: TSchema
  /** An accepted body. */
  readonly example?: object
  /** Absent: the limit of a document. */
  readonly bytesMax?: number
  /** Says more than that the body must be JSON. */
  readonly wrongType?: PlainFaultCode
}

/** JSON values, one per line; `schema` and `example` describe a line. */
export interface NdjsonBody {
  readonly kind: 'ndjson'
  readonly schema: TSchema
  readonly example: object
  readonly bytesMax: number
}

export interface XmlBody {
  readonly kind: 'xml'
  /** An accepted body. */
  readonly example?: string
  /** Absent: the limit of a document. */
  readonly bytesMax?: number
}

/**
 * A form, as OAuth sends it. The handler checks the media type, because OAuth has its own error for
 * it.
 */
export interface FormBody {
  readonly kind: 'form'
  readonly schema: TSchema
  readonly bytesMax: number
}

export interface NoBody {
  readonly kind: 'none'
}

/**
 * Whether a missing body reads as an empty object: that of a POST whose members are all optional.
 * A PUT replaces what is there, and must say by what.
 */
export function isBodyOptional(method: string, body: RequestBody): boolean {
  if (method !== 'POST' || body.kind !== 'json') return false
  const required: unknown = 'required' in body.schema ? body.schema.required : []
  return Array.isArray(required) && required.length === 0
}

export const noBody: NoBody = { kind: 'none' }

/** Bytes on the wire (docs/contract.md#requests: 8MB, read as 8 MiB). */
export const bodyBytesMax = 8 * 1024 * 1024

/** For operations without documents: the main thread parses these bodies. */
export const smallBodyBytesMax = 64 * 1024

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

/** The largest body, in bytes on the wire. */
export function bytesMaxOf(body: RequestBody): number {
  return 'bytesMax' in body && body.bytesMax !== undefined ? body.bytesMax : bodyBytesMax
}

/** The faults for a body that is too large and for a wrong media type. */
export function refusalsOf(body: RequestBody): {
  readonly tooLarge: PlainFaultCode
  readonly wrongType: PlainFaultCode
} {
  switch (body.kind) {
    case 'json': {
      const tooLarge = body.bytesMax === undefined ? 'payload_too_large' : 'body_too_large'
      return { tooLarge, wrongType: body.wrongType ?? 'media_type_unsupported' }
    }
    case 'ndjson':
      return { tooLarge: 'batch_too_large', wrongType: 'ndjson_expected' }
    case 'xml': {
      const tooLarge = body.bytesMax === undefined ? 'payload_too_large' : 'envelope_too_large'
      return { tooLarge, wrongType: 'xml_expected' }
    }
    case 'form':
      return { tooLarge: 'body_too_large', wrongType: 'media_type_unsupported' }
    case 'none':
      return { tooLarge: 'payload_too_large', wrongType: 'media_type_unsupported' }
  }
}
