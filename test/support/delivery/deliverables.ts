import { randomUUID } from 'node:crypto'
import type { Family } from '@selfbill/pint-ae/document'
import { taxDataDocument, ublDocument } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import { defaultAccessPoint } from '../../../src/exchange/gateway.ts'
import { legsFor } from '../../../src/exchange/legs/legs-for.ts'
import type { Database, Row, Statement } from '../../../src/store/database/database.ts'
import { insertLegs } from '../../../src/store/legs/legs.ts'
import { type LogRow, logOf } from '../../../src/store/log/log.ts'
import { insertFirstEntries } from '../../../src/store/log/new-entries.ts'
import type { TraceContext } from '../../../src/tracing/trace-context.ts'
import { sql } from '../databases/any-row.ts'
import { anIssued } from '../requests/issued.ts'
import { aBuyer, aPurchaseCreditNote, aPurchaseInvoice, aSupplier, type Members } from '../requests/requests.ts'

/** Our access point and the tax authority. */
export const networkIds = { serviceProviderId: '0242:990001', authorityId: '0242:000006-TESTBED.3001' }

/** Documents to deliver, in rows as a create leaves them. */
export async function addDeliverable(db: Database, overrides: Partial<Deliverable> = {}): Promise<Deliverable> {
  const deliverable = aDeliverable(overrides)
  await db.transaction([...organisationStatements(deliverable.orgId), ...deliverableStatements(deliverable)])
  return deliverable
}

export interface Deliverable {
  readonly orgId: string
  readonly documentId: string
  readonly family: Family
  /** Corner 1 and corner 4: ids of scheme 0235. */
  readonly sender: string
  readonly receiver: string
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly accessPoint: string
  readonly createdAt: number
  readonly sequence: number
  readonly trace?: TraceContext | undefined
}

export function aDeliverable(overrides: Partial<Deliverable> = {}): Deliverable {
  return {
    orgId: 'org-1',
    documentId: randomUUID(),
    family: 'purchase-invoices',
    sender: '1345678901',
    receiver: '1987654321',
    transmissionUuids: { c3: randomUUID(), c5: randomUUID() },
    accessPoint: defaultAccessPoint,
    createdAt: Date.now(),
    sequence: ++lastSequence,
    ...overrides,
  }
}

let lastSequence = 0

export function organisationStatements(orgId: string): readonly Statement[] {
  return [
    sql(
      `insert into organisations (id, name, default_api_version, phase2, created_at)
       values ($1, $1, '20260101', 1, 0) on conflict do nothing`,
      orgId,
    ),
    sql(
      `insert into profiles (org_id, profile_id, party, status, version, created_at, updated_at)
       values ($1, 'BP-1', '{}', 'ACTIVE', 1, 0, 0) on conflict do nothing`,
      orgId,
    ),
  ]
}

export function deliverableStatements(deliverable: Deliverable): readonly Statement[] {
  const { orgId, documentId, family, createdAt } = deliverable
  const texts = textsOf(deliverable)
  const legs = legsFor({
    orgId,
    documentId,
    family,
    revision: 1,
    sender: { scheme: '0235', id: deliverable.sender, country: 'AE' },
    receiver: { scheme: '0235', id: deliverable.receiver },
    c5ReceiverId: networkIds.authorityId,
    accessPoint: deliverable.accessPoint,
    transmissionUuids: deliverable.transmissionUuids,
    taxDataXml: texts.taxData,
    trace: deliverable.trace,
  })
  return [
    sql(
      `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version, revision,
         issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, overall_status, created_at, updated_at)
       values ($1, $2, $3, $5, $2, 'BP-1', 1, '20260101', 1,
         '2026-07-15', 'AED', '105.00', '5.00', 'supplier', 'buyer', 'PENDING', $4, $4)`,
      orgId,
      documentId,
      family,
      createdAt,
      deliverable.sequence,
    ),
    sql(
      `insert into revisions (org_id, document_id, revision, answer, ubl, findings, created_at)
       values ($1, $2, 1, '{}', $3, '[]', $4)`,
      orgId,
      documentId,
      texts.document,
      createdAt,
    ),
    ...insertFirstEntries(
      [
        {
          orgId,
          documentId,
          event: 'DOCUMENT_CREATED',
          message: 'Created',
          becomes: { revision: 1, overallStatus: 'PENDING' },
          trace: deliverable.trace,
        },
        { orgId, documentId, event: 'VALIDATION_SUCCESS', message: 'The document passed validation' },
      ],
      createdAt,
    ),
    ...insertLegs(legs, createdAt),
  ]
}

/** The document and its report between the two parties; everything else is the same for all. */
function textsOf({ family, sender, receiver, transmissionUuids }: Deliverable) {
  const { document, taxData } = family.endsWith('credit-notes') ? creditNote : invoice
  const between = (text: string) =>
    text
      .replaceAll(endpoint(aBuyer().endpoint_id), endpoint(sender))
      .replaceAll(endpoint(aSupplier().endpoint_id), endpoint(receiver))
  return { document: between(document), taxData: between(taxData).replace(someTransmission, transmissionUuids.c3) }
}

const endpoint = (id: unknown) => `<cbc:EndpointID schemeID="0235">${id}</cbc:EndpointID>`
const someTransmission = '00000000-0000-4000-8000-00000000000c'
const invoice = written(aPurchaseInvoice())
const creditNote = written(aPurchaseCreditNote())

function written(request: Members) {
  const issued = anIssued(request)
  const { serviceProviderId: senderSpid, authorityId: c5ReceiverId } = networkIds
  const report = { c3TransmissionUuid: someTransmission, issuedAt: 0, senderSpid, c5ReceiverId, type: 'S' } as const
  return { document: writeXml(ublDocument(issued)), taxData: writeXml(taxDataDocument(issued, report)) }
}

/** The statuses of the legs and the document: `C3 APPROVED, C5 SUBMITTED, PENDING`. */
export async function standing(db: Database, deliverable: Deliverable): Promise<string> {
  const legs = await db.query(
    sql(
      'select corner, status from legs where org_id = $1 and document_id = $2 order by corner, created_at',
      deliverable.orgId,
      deliverable.documentId,
    ),
  )
  const documents = await db.query(
    sql(
      'select overall_status from documents where org_id = $1 and id = $2',
      deliverable.orgId,
      deliverable.documentId,
    ),
  )
  return [...legs.map((leg) => `${leg.corner} ${leg.status}`), String(documents[0]?.overall_status)].join(', ')
}

/** The document's log, oldest entry first. */
export async function entriesOf(db: Database, { orgId, family, documentId }: Deliverable): Promise<readonly LogRow[]> {
  return (await logOf(db, orgId, family, documentId)) ?? []
}

/** The document's three statuses, by their names in the API. */
export async function statusesOf(db: Database, { documentId }: Deliverable): Promise<Row> {
  const text = 'select overall_status, participant_status, fta_status from documents where id = $1'
  return { ...(await db.query(sql(text, documentId)))[0] }
}

/** Sets the statuses of its legs. */
export async function settle(db: Database, { documentId }: Deliverable, to: { c3: string; c5: string }): Promise<void> {
  for (const [corner, status] of Object.entries(to)) {
    const text = 'update legs set status = $1, next_attempt_at = null where document_id = $2 and corner = $3'
    await db.query(sql(text, status, documentId, corner.toUpperCase()))
  }
  const overall = to.c5 === 'REJECTED' ? 'REJECTED' : 'PENDING'
  await db.query(sql('update documents set overall_status = $1 where id = $2', overall, documentId))
}
