import { answerObject, orNull, Type, ValidationResult } from '@selfbill/pint-ae/document'
import { inArabic, isFatal } from '@selfbill/pint-ae/rulebook'
import type { Judged } from '../../../judging/document-judge.ts'
import { JobExceeded, ShareExceeded } from '../../../threads/job.ts'
import { ok } from '../../answer/answers.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Judging } from '../../parts.ts'

const JudgingBook = answerObject('JudgingBook', {
  name: Type.String(),
  version: orNull(Type.String()),
  digest: Type.String(),
})

const DocumentVerdict = answerObject('DocumentVerdict', {
  valid: Type.Boolean(),
  rule_book: JudgingBook,
  findings: Type.Array(ValidationResult),
})

/** Judges a document that need not be ours; stores nothing. Source: docs/decisions/0092. */
export const validateDocument = operationWith<Basics & Judging>()({
  id: 'validateDocument',
  method: 'POST',
  path: '/api/validate',
  summary: 'Judge a UBL document by the rules of its customisation id',
  description:
    'The document may come from anywhere; nothing is stored or sent. `cbc:CustomizationID` chooses between our rules ' +
    "and the operator's rule books; for an unknown one, the error lists those that are known. At most 1,000 " +
    'findings, then one that counts the rest.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  audits: { not: 'it changes nothing' },
  isTranslated: true,
  body: { kind: 'xml', example: exampleDocument() },
  // The tree of a document is larger than its text, also while it waits for its answer.
  memory: { perBodyByte: 16 },
  answers: { 200: { description: 'The verdict', type: 'application/json', schema: DocumentVerdict } },
  faults: ['document_invalid', 'xml_unreadable', 'judging_too_costly', 'judgings_exceeded', 'unavailable'],
  async handle({ account, body, language, parts }) {
    const judged = await orFault(() => parts.judging.judge(body.bytes, account.orgId, parts.now()))
    if (judged.kind === 'unreadable') throw new Fault('xml_unreadable', { reason: judged.reason })
    if (judged.kind === 'unknown') throw oneFieldFault('document_invalid', judged.field, judged.reason)
    const { judge, findings, isOurs } = judged
    return ok({
      valid: !isFatal(findings),
      rule_book: { ...judge },
      // A rule of the operator may have the id of one of ours, and another sentence.
      findings: findings.map((finding) => (language === 'ar' && isOurs ? inArabic(finding) : { ...finding })),
    })
  },
})

async function orFault(work: () => Promise<Judged>): Promise<Judged> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JobExceeded) throw new Fault('judging_too_costly')
    if (error instanceof ShareExceeded)
      throw new Fault('judgings_exceeded', { max: error.waitingMax }, undefined, retrySeconds)
    throw error
  }
}

/** Most documents are judged in milliseconds. */
const retrySeconds = 5

/** The least that the rules judge: it has nearly everything wrong. */
function exampleDocument(): string {
  return `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:peppol:pint:selfbilling-1@ae-1</cbc:CustomizationID>
  <cbc:ProfileID>urn:peppol:bis:selfbilling</cbc:ProfileID>
</Invoice>`
}
