import { branch, type Element, leaf, type Name, tree } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'
import { type ComputedDocument, senderAndReceiver } from '../../document/computed-document.ts'
import { gulfTime } from '../../document/gulf-time.ts'
import { isInUae, type Party } from '../../document/objects/party.ts'
import { inclusiveInDirham } from '../elements/inclusive-in-dirham.ts'
import { cac, cbc, ext, pxs } from '../names.ts'
import { isExportEndpoint, isPredefinedEndpoint } from '../predefined-endpoint.ts'
import { providerScheme } from '../provider-id.ts'
import { ublDocument } from '../ubl-document.ts'
import { reportedDocument } from './reported-document.ts'

/**
 * Writes the tax data document (TDD 1.0.4) with which the issuer reports a document to the tax
 * authority. It contains the figures for the authority and the document itself without
 * attachments. `ubl`, the document's own tree, becomes a part of the report; without it the tree is
 * made again. Source: docs/network.md#tax-data-document.
 */
export function taxDataDocument(document: ComputedDocument, report: TaxReport, ubl?: Element): Element {
  const [sender, receiver] = senderAndReceiver(document)
  const [date, time] = gulfTime(report.issuedAt)
  return tree(pxs.TaxData, [
    leaf(cbc.CustomizationID, 'urn:peppol:taxdata:ae-1'),
    leaf(cbc.ProfileID, 'urn:peppol:taxreporting'),
    leaf(cbc.IssueDate, date),
    leaf(cbc.IssueTime, time),
    leaf(pxs.DocumentTypeCode, report.type),
    leaf(pxs.DocumentScope, scopeOf(document.content, receiver)),
    leaf(pxs.ReporterRole, roleOfSender),
    endpoint(pxs.ReportingParty, sender.endpoint_scheme_id, sender.endpoint_id),
    receivingParty(report.c5ReceiverId),
    representative(report.senderSpid),
    branch(pxs.ReportedTransaction, [
      // Without an exchange there is no transport.
      isPredefinedEndpoint(receiver.endpoint_scheme_id, receiver.endpoint_id)
        ? undefined
        : leaf(pxs.TransportHeaderID, report.c3TransmissionUuid),
      reportedDocument(document),
      customContent(document.content),
      branch(pxs.SourceDocument, [
        branch(ext.ExtensionContent, [ubl ?? ublDocument({ ...document, attachments: [] })]),
      ]),
    ]),
  ])
}

/** The data of a report beyond its document. */
export interface TaxReport {
  /** The transmission to the other party, by the UUID of its header (SBDH InstanceIdentifier). */
  readonly c3TransmissionUuid: string
  /** Time of the report, ms since 1970. */
  readonly issuedAt: number
  /** The reporting access point and the authority, as ids of scheme 0242. */
  readonly senderSpid: string
  readonly c5ReceiverId: string
  /** Submit, resubmit, withdraw, failed. */
  readonly type: 'S' | 'R' | 'W' | 'F'
}

const roleOfSender = '01'

/**
 * Domestic; international over Peppol; international outside Peppol. Source:
 * docs/network.md#tax-data-document.
 */
function scopeOf(content: DocumentContent, receiver: Party): 'D' | 'IP' | 'INP' {
  const { endpoint_scheme_id: scheme, endpoint_id: id } = receiver
  if (isExportEndpoint(scheme, id)) return 'INP'
  if (isInUae(content.accounting_supplier_party) && isInUae(content.accounting_customer_party)) return 'D'
  return isPredefinedEndpoint(scheme, id) ? 'INP' : 'IP'
}

function endpoint(name: Name, scheme: string, id: string): Element | undefined {
  return branch(name, [leaf(cbc.EndpointID, id, undefined, ['schemeID', scheme])])
}

/** The tax authority, by its id of scheme 0242. */
export function receivingParty(c5ReceiverId: string): Element | undefined {
  return endpoint(pxs.ReceivingParty, providerScheme, c5ReceiverId)
}

/** The reporting access point, by its id of scheme 0242. */
export function representative(spid: string): Element | undefined {
  const id = leaf(cbc.ID, spid, undefined, ['schemeID', providerScheme])
  return branch(pxs.ReportersRepresentative, [branch(cac.PartyIdentification, [id])])
}

function customContent(content: DocumentContent): Element | undefined {
  const total = inclusiveInDirham(content)
  if (total === undefined) return undefined
  return branch(pxs.CustomContent, [leaf(cbc.ID, 'BTAE-20'), leaf(cbc.Value, total.toString())])
}
