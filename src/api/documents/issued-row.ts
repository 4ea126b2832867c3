import type { StoredRecord } from '../../issuing/issue-record.ts'

/** What is stored of an issued document, or of a revision of one, as issuing made it. */
export function issuedRow(issued: StoredRecord) {
  return {
    id: issued.id,
    documentNumber: issued.documentNumber,
    request: issued.request,
    answer: issued.answer,
    ubl: issued.ubl,
    findings: issued.findings,
    sha256: issued.sha256,
    figures: issued.figures,
    billingReferences: issued.billingReferences,
    attachments: issued.attachments,
  }
}
