import type { TSchema } from 'typebox'
import * as answers from '../../document/answer.ts'
import { PurchaseCredit, SalesCredit } from '../../document/credit/credit-request.ts'
import { annotationsOf, filledOf } from '../../document/declaration/declare.ts'
import {
  CreditNoteRequest,
  InvoiceRequest,
  SalesCreditNoteRequest,
  SalesInvoiceRequest,
} from '../../document/document.ts'
import { Address } from '../../document/objects/address.ts'
import { Attachment } from '../../document/objects/attachment.ts'
import { AnsweredProfile, BusinessProfile } from '../../document/objects/business-profile.ts'
import { DocumentCharge, LineCharge } from '../../document/objects/charge.ts'
import { DocumentLine } from '../../document/objects/line.ts'
import { SupplierParty } from '../../document/objects/party.ts'
import { PaymentMeans } from '../../document/objects/payment.ts'
import { Delivery } from '../../document/objects/references.ts'
import { TaxCategory } from '../../document/objects/tax-category.ts'
import { FeedEntry } from '../../feed/entry.ts'
import { LogEntry } from '../documents/log-entry.ts'
import { Snapshot } from '../documents/snapshot.ts'
import { CatalogueRule, CodeList } from '../operations/catalogue/catalogue-schemas.ts'
import { DocumentRevision } from '../operations/documents/list-revisions.ts'

/** The named schemas of the OpenAPI document, as plain JSON. */
export function componentSchemas(): Record<string, unknown> {
  return {
    ...Object.fromEntries([...named].map(([name, schema]) => [name, plainSchema(schema, schema)])),
    Errors: errorsSchema,
  }
}

/** The schema as plain JSON, with references to named schemas; `self` is written out. */
export function plainSchema(schema: unknown, self?: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => plainSchema(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = schema === self ? undefined : namesByProperties.get(propertiesOf(schema))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  const required = 'required' in schema ? schema.required : undefined
  const mandatory = new Set<unknown>(Array.isArray(required) ? required : [])
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => {
        if (key === 'properties') return [key, plainMembers(value, mandatory)]
        return [key, plainSchema(key === 'items' ? filled(value) : value)]
      }),
  )
}

function plainMembers(members: object, mandatory: ReadonlySet<unknown>): unknown {
  const written = Object.entries(members).map(([name, member]) => [
    name,
    plainSchema(mandatory.has(name) ? filled(member) : member),
  ])
  return Object.fromEntries(written)
}

/** The schema where a value must not be blank: a mandatory member, an item of a list. */
function filled(schema: object): unknown {
  return annotationsOf(schema)[filledOf] ?? schema
}

function propertiesOf(schema: object): unknown {
  return 'properties' in schema ? schema.properties : undefined
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
  // All parties have the same members; error messages say what a supplier and a customer need.
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

/**
 * An optional member is a copy of a declaration that shares its properties, so the properties
 * identify a named schema.
 */
const namesByProperties = new Map<unknown, string>([...named].map(([name, schema]) => [propertiesOf(schema), name]))
