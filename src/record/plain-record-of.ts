import { computeDocument } from '../document/compute-document.ts'
import { type ComputedAttachment, type ComputedDocument, senderAndReceiver } from '../document/computed-document.ts'
import type { DocumentFigures } from '../document/document-figures.ts'
import { isCreditNote, isSelfBilled } from '../document/family.ts'
import { writeJson } from '../json/write.ts'
import { isFatal, type Rulebook } from '../rulebook/rulebook.ts'
import { bareProviderId, type TaxReport, taxDataDocument } from '../ubl/tax-data/tax-data.ts'
import { ublDocument } from '../ubl/ubl-document.ts'
import { writeXml } from '../xml/write.ts'
import { excessFindings } from './excess-findings.ts'
import type { Ids } from './ids.ts'
import { keptRequest } from './kept-request.ts'
import type { PlainRecord, PlainResult, RecordFile } from './plain-record.ts'
import { readRequest, refused } from './read-draft.ts'
import type { ReadableDraft } from './readable-draft.ts'
import { revisionChanges } from './revision-changes.ts'

/**
 * The way of one document from the caller's JSON text to everything that is stored: read, checked,
 * computed, written as UBL, judged. Judged are the UBL and the tax data document, the second also
 * when the first has failed already: all that is wrong is told at once. Pure but for the ids it is
 * handed; input and output can cross to a worker thread.
 */
export function plainRecordOf(order: ReadableDraft, rulebook: Rulebook, ids: Ids): PlainResult {
  const read = readRequest(order)
  if ('refusal' in read) return read
  const { request, partyProfileId, sent } = read
  const { replaces } = order
  const minted = {
    attachmentIds: (request.attachments ?? []).map(() => ids.document()),
    id: replaces?.id ?? ids.document(),
    documentNumber: order.documentNumber ?? '',
    attachments: (replaces?.attachments ?? []).map(sentAgain),
    profile: order.profile,
    ...(read.credited && { vat: read.credited.vat }),
  }
  const computation = computeDocument(order.family, request, minted)
  if ('errors' in computation) return refused([...read.misnumbered, ...computation.errors], partyProfileId)
  if (read.misnumbered.length > 0) return refused(read.misnumbered, partyProfileId)
  const { document } = computation
  const tree = ublDocument(document)
  const transmissionUuids = { c3: ids.transmission(), c5: ids.transmission() }
  const taxData = taxDataDocument(document, reportOf(order, transmissionUuids.c3))
  const judged = rulebook.judgeTogether(
    { root: tree, set: isSelfBilled(order.family) ? 'self-billing' : 'billing' },
    { root: taxData, set: 'tdd' },
  )
  const { excess } = read
  const findings = excess ? [...judged, ...excessFindings(order.family, sent, excess)] : judged
  const isValid = !isFatal(findings)
  const answer = writeJson(document.content)
  return {
    record: {
      id: document.id,
      documentNumber: document.content.document_number,
      isNumberMinted: request.document_number === undefined,
      partyProfileId,
      request: keptRequest(sent, excess),
      answer,
      ubl: writeXml(tree),
      taxData: isValid ? writeXml(taxData) : null,
      findings,
      isValid,
      transmissionUuids,
      figures: figuresOf(document),
      billingReferences: billingReferencesOf(document),
      ...participantsOf(document),
      attachments: request.attachments ? document.attachments.map(fileOf) : [],
      ...(read.credited && { credited: writeJson(read.credited.amounts) }),
      ...(replaces && { changes: writeJson(revisionChanges(replaces, { answer, findings })) }),
    },
  }
}

function fileOf({ file_content, id, file_name, file_type }: ComputedAttachment): RecordFile {
  return { id, fileName: file_name, fileType: file_type, content: Buffer.from(file_content, 'base64') }
}

function sentAgain({ id, fileName, fileType, content }: RecordFile): ComputedAttachment {
  return { id, file_name: fileName, file_type: fileType, file_content: Buffer.from(content).toString('base64') }
}

function reportOf(order: ReadableDraft, c3TransmissionUuid: string): TaxReport {
  return {
    c3TransmissionUuid,
    issuedAt: order.issuedAt,
    senderSpid: bareProviderId(order.serviceProviderId),
    c5ReceiverId: bareProviderId(order.authorityId),
    type: 'S',
  }
}

function figuresOf({ content }: ComputedDocument): DocumentFigures {
  const { accounting_supplier_party: seller, accounting_customer_party: buyer, totals } = content
  return {
    issueDate: content.issue_date,
    currency: content.document_currency_code,
    payableAmount: totals.payable_amount.toString(),
    taxAmount: totals.tax_amount.toString(),
    billedByName: seller.party_name ?? seller.name,
    billedByVat: seller.party_tax_scheme?.company_id,
    billedToName: buyer.party_name ?? buyer.name,
    billedToVat: buyer.party_tax_scheme?.company_id,
  }
}

function billingReferencesOf({ family, content }: ComputedDocument): readonly string[] {
  return isCreditNote(family) ? (content.billing_reference ?? []).map(({ id }) => id) : []
}

function participantsOf(document: ComputedDocument): Pick<PlainRecord, 'sender' | 'receiver'> {
  const [sender, receiver] = senderAndReceiver(document)
  return {
    sender: { scheme: sender.endpoint_scheme_id, id: sender.endpoint_id, country: sender.postal_address.country_code },
    receiver: { scheme: receiver.endpoint_scheme_id, id: receiver.endpoint_id },
  }
}
