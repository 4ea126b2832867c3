import Type from 'typebox'
import { type Family, familyTitles } from '../../document/family.ts'
import { Fault } from '../../faults.ts'
import type { IssuedRecord } from '../../issuing/issuing.ts'
import { writeJson } from '../../json/write.ts'
import type { NewDocument } from '../../store/documents.ts'
import { created } from '../answers.ts'
import { bodyText } from '../body.ts'
import { answerAround, answeredDocument } from '../document-answer.ts'
import type { DocumentKind } from '../document-kind.ts'
import { DryRun, dryRunAnswer, dryRunQuery, isDryRun, refuseTakenNumber } from '../dry-run.ts'
import { firstStatements } from '../first-statements.ts'
import { languageHeaders } from '../language.ts'
import { type Answer, type Call, operationOf } from '../operation.ts'
import { refusalFault, unknownPartyProfile } from '../refusal.ts'

/**
 * Issues a document of a family: checked, computed, judged and stored in one transaction with its legs and its log; 201 means
 * that it is durable. Rules that fail are no error: they stand in `meta_info.peppol_status.validation_results`.
 * Source: contract, "POST purchase-invoices" and "POST purchase-credit-notes"; sales: decisions §4.
 */
export function createDocument({ family, name, request, answer }: DocumentKind) {
  return operationOf({
    id: `create${name}`,
    method: 'POST',
    path: `/api/${family}/{business_profile_id}`,
    summary: `Issue a ${familyTitles[family].toLowerCase()}`,
    scope: 'documents:write',
    isTranslated: true,
    params: {
      business_profile_id: Type.String({ description: 'In whose name the document is issued', maxLength: 64 }),
    },
    query: dryRunQuery,
    body: request,
    answers: {
      200: { description: 'What a dry run found', type: 'application/json', schema: DryRun },
      201: { description: 'The stored document', type: 'application/json', schema: answer },
    },
    faults: [
      'parameter_invalid',
      'profile_not_found',
      'profile_inactive',
      'document_invalid',
      'document_number_taken',
      'unavailable',
    ],
    async handle(call) {
      isDryRun(call) // a wrong word is told before anything is done
      const text = bodyText(call.body)
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const answer = await tryToIssue(call, family, text)
        if (answer !== 'again') return answer
      }
      throw new Fault('unavailable')
    },
  })
}

/** The profile may change, or a caller take a minted number, between the read and the write: then both are done again. */
const attemptsMax = 5

async function tryToIssue(call: Call, family: Family, text: string): Promise<Answer | 'again'> {
  const { account, parts } = call
  const { documents, numbers } = parts.store
  const profileId = call.param('business_profile_id')
  const { organisation, profile } = await documents.issueContext(account.orgId, profileId)
  if (!organisation) throw new Fault('unauthenticated')
  if (!profile) throw new Fault('profile_not_found', [profileId])
  if (!profile.isActive) throw new Fault('profile_inactive', [profileId])
  const { hasAutoNumbering, numberFormat } = organisation
  const minted = hasAutoNumbering ? await numbers.mint(account.orgId, family, numberFormat) : undefined
  const now = parts.now()
  const result = await parts.issuer.issue({
    family,
    text,
    profile: parts.partyOf(profileId, profile.party),
    documentNumber: minted?.text,
    issuedAt: now,
    serviceProviderId: parts.serviceProviderId,
    authorityId: parts.authorityId,
  })
  if (minted && ('refusal' in result || !result.issued.isNumberMinted)) numbers.giveBack(account.orgId, family, minted)
  const unknownProfile = await unknownPartyProfile(call, family, result)
  if ('refusal' in result) throw refusalFault(result.refusal, unknownProfile)
  if (unknownProfile !== undefined) throw refusalFault({ errors: new Map() }, unknownProfile)
  const { issued } = result
  if (isDryRun(call)) {
    if (minted && issued.isNumberMinted) numbers.giveBack(account.orgId, family, minted)
    await refuseTakenNumber(call, family, issued, (number, id) => numberTaken(number, family, id))
    return dryRunAnswer(call, issued, organisation.hasPhase2)
  }
  const isSent = issued.isValid && organisation.hasPhase2
  const overallStatus = issued.isValid ? (isSent ? 'PENDING' : null) : 'VALIDATION_FAILED'
  const record: NewDocument = {
    ...recordOf(issued),
    orgId: account.orgId,
    family,
    profileId,
    profileVersion: profile.version,
    apiVersion: call.version,
    overallStatus,
    statements: firstStatements(issued, {
      orgId: account.orgId,
      family,
      isSent,
      overallStatus,
      authorityId: parts.authorityId,
      now,
    }),
    createdAt: now,
  }
  const stored = { ...record, participantStatus: null, ftaStatus: null }
  const kept = call.keep({
    ...created(''),
    headers: languageHeaders(call.language),
    body: { ...answerAround(stored, call.language), documentId: record.id },
  })
  const added = await documents.add({ ...record, statements: [...record.statements, ...kept] })
  if (added.outcome === 'added') {
    parts.observer.issued(family, issued.findings)
    if (isSent) parts.wakeExchange()
    parts.feed.announce(account.orgId)
    return created(answeredDocument({ ...stored, sequence: added.sequence }, call.language))
  }
  if (added.outcome === 'number_taken') {
    if (!minted || !issued.isNumberMinted) throw numberTaken(issued.documentNumber, family, added.documentId)
    numbers.skip(account.orgId, family, minted)
  }
  return 'again'
}

function recordOf(issued: IssuedRecord) {
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

function numberTaken(number: string, family: Family, documentId: string): Fault {
  const message = `Document number ${number} is taken by ${familyTitles[family].toLowerCase()} ${documentId}`
  return new Fault('document_number_taken', [documentId], new Map([['document_number', message]]))
}
