import type { TSchema } from 'typebox'
import * as answers from '../document/answer.ts'
import { PurchaseCredit, SalesCredit } from '../document/credit/credit-request.ts'
import { CreditNoteRequest, InvoiceRequest, SalesCreditNoteRequest, SalesInvoiceRequest } from '../document/document.ts'
import { Address } from '../document/objects/address.ts'
import { Attachment } from '../document/objects/attachment.ts'
import { AnsweredProfile, BusinessProfile } from '../document/objects/business-profile.ts'
import { DocumentCharge, LineCharge } from '../document/objects/charge.ts'
import { DocumentLine } from '../document/objects/line.ts'
import { SupplierParty } from '../document/objects/party.ts'
import { PaymentMeans } from '../document/objects/payment.ts'
import { Delivery } from '../document/objects/references.ts'
import { TaxCategory } from '../document/objects/tax-category.ts'
import { LogEntry, Snapshot } from '../exchange/snapshot.ts'
import { type FaultCode, faults } from '../faults.ts'
import { FeedEntry } from '../feed/entry.ts'
import { isRepeatable, type Operation } from './operation.ts'
import { CatalogueRule, CodeList } from './operations/catalogue-schemas.ts'
import { DocumentRevision } from './operations/list-revisions.ts'
import { versions } from './versions.ts'

/** The OpenAPI 3.1 document of the operations: the same schemas that check requests. */
export function openApiDocument(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selfbill',
      version: '0.1.0',
      description: 'Self-billed purchase documents and sales documents for the UAE e-invoicing mandate.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        gatewaySecret: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Selfbill-Secret',
          description: 'Shared with the access point alone; an operator can give the header another name.',
        },
      },
      schemas: {
        ...Object.fromEntries([...named].map(([name, schema]) => [name, plain(schema, schema)])),
        Errors: errorsSchema,
      },
    },
  }
}

/** The faults an operation may answer: its own, and those of every operation of its kind. */
export function faultsOf(operation: Operation): readonly FaultCode[] {
  if (operation.scope === undefined) return operation.faults
  // `unavailable`: the keys of a trusted issuer cannot be had.
  const guarded: FaultCode[] = [
    'unauthenticated',
    'version_unknown',
    'rate_exceeded',
    'forbidden',
    'internal',
    'unavailable',
  ]
  const bodied: FaultCode[] =
    operation.body === undefined ? [] : ['payload_too_large', 'media_type_unsupported', 'json_unreadable']
  const once: FaultCode[] = isRepeatable(operation)
    ? ['parameter_invalid', 'idempotency_running', 'idempotency_key_reused']
    : []
  const queried: FaultCode[] = operation.query === undefined ? [] : ['parameter_invalid']
  return [...new Set([...guarded, ...bodied, ...once, ...queried, ...operation.faults])]
}

function describe(operation: Operation): object {
  const parameters = [
    ...parametersOf('path', operation.params ?? {}),
    ...parametersOf('query', operation.query ?? {}),
    ...parametersOf('header', operation.headers ?? {}),
    ...(operation.scope === undefined ? [] : [versionParameter]),
    ...(operation.isTranslated === true ? [languageParameter] : []),
    ...(isRepeatable(operation) || operation.lines ? [idempotencyParameter] : []),
  ]
  const body = requestBodyOf(operation)
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: securityOf(operation),
    parameters,
    ...(body && { requestBody: { required: operation.isBodyOptional !== true, content: body } }),
    responses: responsesOf(operation),
  }
}

function securityOf(operation: Operation): object[] {
  if (operation.isForGateway === true) return [{ gatewaySecret: [] }]
  return operation.scope === undefined ? [] : [{ bearer: [] }]
}

function requestBodyOf({ body, form, xmlBytesMax, lines }: Operation): object | undefined {
  if (xmlBytesMax !== undefined) return { 'application/xml': {} }
  if (lines) return { 'application/x-ndjson': { schema: plain(lines) } }
  if (form) return { 'application/x-www-form-urlencoded': { schema: plain(form) } }
  return body && { 'application/json': { schema: plain(body) } }
}

function responsesOf(operation: Operation): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, { description, type, schema }] of Object.entries(operation.answers)) {
    responses[status] = {
      description,
      headers: headersOf(operation),
      ...(type !== undefined && { content: { [type]: schema ? { schema: plain(schema) } : {} } }),
    }
  }
  for (const code of faultsOf(operation)) {
    const { status, message } = faults[code]
    const known = responses[String(status)]
    const description = known !== undefined && 'description' in known ? `${known.description}; or ${message}` : message
    responses[String(status)] = {
      description,
      content: {
        'application/json': {
          schema: operation.errors ? plain(operation.errors.schema) : { $ref: '#/components/schemas/Errors' },
        },
      },
    }
  }
  return responses
}

function headersOf(operation: Operation): object {
  return { ...languageHeader(operation), ...rateHeaders(operation) }
}

function languageHeader({ isTranslated }: Operation): object {
  if (isTranslated !== true) return {}
  return {
    'Content-Language': {
      description: 'The language of the findings',
      schema: { type: 'string', enum: ['en', 'ar'] },
    },
  }
}

function rateHeaders(operation: Operation): object {
  if (operation.scope === undefined) return {}
  const integer = { schema: { type: 'integer' } }
  return {
    'X-API-VERSION': { description: 'The contract this answer follows', schema: { type: 'string' } },
    'X-RateLimit-Limit': { description: 'Requests a minute for this account and operation', ...integer },
    'X-RateLimit-Remaining': { description: 'Requests left in this minute', ...integer },
    'X-RateLimit-Reset': { description: 'When the minute ends, in Unix seconds', ...integer },
  }
}

function parametersOf(place: 'path' | 'query' | 'header', members: Readonly<Record<string, TSchema>>): object[] {
  return Object.entries(members).map(([name, schema]) => {
    const { description, ...bare } = Object(schema)
    return { name, in: place, required: place === 'path', ...(description && { description }), schema: plain(bare) }
  })
}

const versionParameter = {
  name: 'X-API-VERSION',
  in: 'header',
  required: false,
  description: "The contract to answer by; absent: the organisation's default",
  schema: { type: 'string', enum: Object.keys(versions) },
}

const languageParameter = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'The language in which findings are told: Arabic where it is preferred, English otherwise',
  schema: { type: 'string', examples: ['ar', 'en'] },
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any name of this request: sent again with the same body within 24 hours, it is answered as the first time (Idempotency-Replayed: true) and done only once',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const errorsSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'object',
      description: 'Either one `message`, or one entry per offending field, keyed by its path.',
      additionalProperties: { type: 'string' },
    },
  },
}

const named: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  ['InvoiceRequest', InvoiceRequest],
  ['CreditNoteRequest', CreditNoteRequest],
  ['SalesInvoiceRequest', SalesInvoiceRequest],
  ['SalesCreditNoteRequest', SalesCreditNoteRequest],
  ['PurchaseInvoice', answers.PurchaseInvoice],
  ['PurchaseCreditNote', answers.PurchaseCreditNote],
  ['SalesInvoice', answers.SalesInvoice],
  ['SalesCreditNote', answers.SalesCreditNote],
  ['BusinessProfile', BusinessProfile],
  ['AnsweredBusinessProfile', AnsweredProfile],
  ['Address', Address],
  ['Attachment', Attachment],
  ['AnsweredAttachment', answers.AnsweredAttachment],
  // All parties have the same members; what is asked of a supplier and of a customer is told by its messages.
  ['Party', SupplierParty],
  ['DocumentLine', DocumentLine],
  ['AnsweredLine', answers.AnsweredLine],
  ['DocumentCharge', DocumentCharge],
  ['LineCharge', LineCharge],
  ['TaxCategory', TaxCategory],
  ['PaymentMeans', PaymentMeans],
  ['Delivery', Delivery],
  ['Totals', answers.Totals],
  ['PeppolStatus', answers.PeppolStatus],
  ['ValidationResult', answers.ValidationResult],
  ['CatalogueRule', CatalogueRule],
  ['CodeList', CodeList],
  ['Snapshot', Snapshot],
  ['LogEntry', LogEntry],
  ['DocumentRevision', DocumentRevision],
  ['PurchaseCredit', PurchaseCredit],
  ['SalesCredit', SalesCredit],
  ['FeedEntry', FeedEntry],
])

/** Optional members are copies of a declaration, but share its properties: by them a named one is known again. */
const namesByProperties = new Map<unknown, string>(
  [...named].map(([name, schema]) => [Reflect.get(schema, 'properties'), name]),
)

/** The schema as plain JSON, named declarations as references; `self` is written out. */
function plain(schema: unknown, self?: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => plain(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = schema === self ? undefined : namesByProperties.get(Reflect.get(schema, 'properties'))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => [key, plain(value)]),
  )
}
