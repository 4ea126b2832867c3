import type { IssuedRecord } from '../../issuing/issued-record.ts'
import { writeJson } from '../../json/write.ts'

/** What is stored of an issued document, or of a revision of one, as issuing made it. */
export function issuedRow(issued: IssuedRecord) {
  return {
    id: issued.id,
    documentNumber: issued.documentNumber,
    request: issued.request,
    answer: issued.answer,
    ubl: issued.ubl,
    findings: writeJson(issued.findings.map((finding) => ({ ...finding }))),
    figures: issued.figures,
    billingReferences: issued.billingReferences,
    attachments: issued.attachments,
  }
}
