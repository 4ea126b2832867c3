import { type Family, familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import { firstStatus } from '../../../issuing/first-status.ts'
import type { ReplacedTexts } from '../../../issuing/requested-order.ts'
import { presentAttachments } from '../../../store/documents/attachments.ts'
import type { StoredDocument } from '../../../store/documents/document-row.ts'
import { type NewRevision, reviseDocument } from '../../../store/documents/revise-document.ts'
import { joinTexts } from '../../../text.ts'
import { okText } from '../../answer/answers.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { firstStatements } from '../../documents/first-statements.ts'
import { issuedRow } from '../../documents/issued-row.ts'
import { issuingContext } from '../../documents/issuing-context.ts'
import { requireIssued } from '../../documents/refusal.ts'
import { keepNothing } from '../../idempotency/idempotency.ts'
import { documentExamples } from '../../openapi/request-examples.ts'
import { type Answer, type Call, operationOf } from '../../operation.ts'
import { languageHeaders } from '../../request/language.ts'
import { documentNotFound, documentParameters, issuerParameter } from './document-parameters.ts'

/**
 * Edits a document that failed its rules and submits it again: a full replacement, checked, computed, judged and stored like a
 * create, as the next revision. Id, number and sequence stay; attachments that are left out stay too. Source: decisions §4.
 */
export function resubmitDocument({ family, name, request, answer }: DocumentKind) {
  return operationOf({
    id: `resubmit${name}`,
    method: 'PUT',
    path: `/api/${family}/{id}/{business_profile_id}`,
    summary: `Edit a ${familyTitles[family].toLowerCase()} that failed its rules, and submit it again`,
    description:
      'Only for a document whose rules failed. The whole request again; attachments stay when none are sent. Its id, number and sequence stay too.',
    scope: 'documents:write',
    isTranslated: true,
    params: {
      ...documentParameters,
      ...issuerParameter(),
    },
    body: request,
    example: documentExamples[family],
    answers: { 200: { description: 'The document as it is now', type: 'application/json', schema: answer } },
    faults: [
      'document_not_found',
      'profile_not_found',
      'profile_inactive',
      'document_not_resubmittable',
      'document_invalid',
      'document_changed',
      'unavailable',
    ],
    async handle(call) {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const answer = await tryToResubmit(call, family)
        if (answer !== 'again') return answer
      }
      throw new Fault('unavailable')
    },
  })
}

/** The profile may change between the read and the write: then both are done again. */
const attemptsMax = 5

async function tryToResubmit(call: Call, family: Family): Promise<Answer | 'again'> {
  const { account, parts } = call
  const { orgId } = account
  const { documents, database } = parts.store
  const [id, profileId] = [call.param('id'), call.param('business_profile_id')]
  const present = await documents.find(orgId, family, id, call.room)
  if (!present) throw documentNotFound(family, id)
  const { organisation, profile } = await issuingContext(call, profileId)
  if (present.overallStatus !== 'VALIDATION_FAILED') throw notResubmittable()
  const now = parts.now()
  const result = await parts.issuer.issue({
    family,
    text: call.body,
    isCompatible: call.compatibility !== undefined,
    profile: parts.partyOf(profileId, profile.party),
    documentNumber: present.documentNumber,
    replaces: await replacedBy(call, present),
    issuedAt: now,
    serviceProviderId: parts.serviceProviderId,
    authorityId: parts.authorityId,
    telling: {
      orgId,
      language: call.language,
      hasPhase2: organisation.hasPhase2,
      isDryRun: false,
      isAnswerKept: call.keep !== keepNothing,
    },
  })
  const issued = await requireIssued(call, family, result)
  const status = firstStatus(issued.isValid, organisation.hasPhase2)
  const revision = present.revision + 1
  const { authorityId } = parts
  const record: NewRevision = {
    ...issuedRow(issued),
    orgId,
    family,
    revision,
    changes: issued.changes ?? '{}',
    profileId,
    profileVersion: profile.version,
    apiVersion: call.version,
    overallStatus: status.overallStatus,
    statements: firstStatements(issued, { ...status, orgId, family, revision, authorityId, now }),
    createdAt: now,
  }
  const { before, after } = issued.answered
  const kept = call.keep({
    ...okText(''),
    headers: languageHeaders(call.language),
    body: { before, documentId: id, after: issued.answered.kept ?? after },
  })
  const outcome = await reviseDocument(database, { ...record, statements: [...record.statements, ...kept] })
  if (outcome === 'profile_changed') return 'again'
  if (outcome === 'changed') throw await changedMeanwhile(call, family, id)
  parts.observer.issued(family, issued.failed)
  if (status.isSent) parts.wakeExchange()
  parts.feed.announce(orgId)
  return okText(joinTexts([before, String(present.sequence), after]))
}

async function replacedBy({ parts, room }: Call, present: StoredDocument): Promise<ReplacedTexts> {
  const { orgId, id } = present
  const attachments = await presentAttachments(parts.store.database, orgId, id, room)
  return { id, answer: await present.answer.inParts(), findings: await present.findings.inParts(), attachments }
}

/** Another request was first: what it made of the document decides what this one is told. */
async function changedMeanwhile({ account, parts, room }: Call, family: Family, id: string): Promise<Fault> {
  const present = await parts.store.documents.find(account.orgId, family, id, room)
  return present?.overallStatus === 'VALIDATION_FAILED' ? new Fault('document_changed') : notResubmittable()
}

function notResubmittable(): Fault {
  const message = 'document status is still pending state you cannot resubmit'
  return new Fault('document_not_resubmittable', [], new Map([['document_status', message]]))
}
