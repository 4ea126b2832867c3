import { type Family, familyTitles } from '../../document/family.ts'
import { Fault } from '../../faults.ts'
import type { CreditedInvoice } from '../../issuing/issue-order.ts'
import type { IssuedRecord } from '../../issuing/issued-record.ts'
import type { Statement } from '../../store/database/database.ts'
import type { NewDocument } from '../../store/documents/documents.ts'
import { created } from '../answer/answers.ts'
import type { Answer, Call } from '../operation.ts'
import { languageHeaders } from '../request/language.ts'
import { answerAround, answeredDocument } from './document-answer.ts'
import { dryRunAnswer, refuseTakenNumber } from './dry-run.ts'
import { firstStatements } from './first-statements.ts'
import { issuedRow } from './issued-row.ts'
import { refusalFault, unknownPartyProfile } from './refusal.ts'

/**
 * One create from its text to its answer, whichever operation it comes through: read, checked, computed, judged, and stored in one
 * transaction with its legs, its log and the kept answer. Throws Faults for what is not issued.
 */
export async function issueDocument(call: IssuingCall, request: IssueRequest): Promise<Answer> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const answer = await tryToIssue(call, request)
    if (answer !== 'again') return answer
  }
  throw new Fault('unavailable')
}

/** Who issues, and how the answer is told and kept. */
export type IssuingCall = Pick<Call, 'account' | 'version' | 'language' | 'keep' | 'parts'>

export interface IssueRequest {
  readonly family: Family
  readonly profileId: string
  /** JSON. */
  readonly text: string
  readonly isDryRun: boolean
  /** The invoice that a credit note is made for by reference: read anew at every attempt. */
  readonly credits?: () => Promise<Credits>
}

export interface Credits {
  readonly invoice: CreditedInvoice
  /** What is written with the credit note, so that nobody else takes the same. */
  claim(issued: IssuedRecord): readonly Statement[]
}

/**
 * The profile may change, a caller take a minted number, or another credit note take of the same invoice between the read and
 * the write: then both are done again.
 */
const attemptsMax = 20

async function tryToIssue(call: IssuingCall, order: IssueRequest): Promise<Answer | 'again'> {
  const { account, parts } = call
  const { family, profileId, text } = order
  const { documents, numbers } = parts.store
  const { organisation, profile } = await documents.issueContext(account.orgId, profileId)
  if (!organisation) throw new Fault('unauthenticated')
  if (!profile) throw new Fault('profile_not_found', [profileId])
  if (!profile.isActive) throw new Fault('profile_inactive', [profileId])
  const credits = await order.credits?.()
  const { hasAutoNumbering, numberFormat } = organisation
  const minted = hasAutoNumbering ? await numbers.mint(account.orgId, family, numberFormat) : undefined
  const now = parts.now()
  const result = await parts.issuer
    .issue(account.orgId, {
      family,
      text,
      profile: parts.partyOf(profileId, profile.party),
      documentNumber: minted?.text,
      ...(credits && { credits: credits.invoice }),
      issuedAt: now,
      serviceProviderId: parts.serviceProviderId,
      authorityId: parts.authorityId,
    })
    .catch((error: unknown) => {
      if (minted) numbers.giveBack(account.orgId, family, minted)
      throw error
    })
  if (minted && ('refusal' in result || !result.issued.isNumberMinted)) numbers.giveBack(account.orgId, family, minted)
  const unknownProfile = await unknownPartyProfile(call, family, result)
  if ('refusal' in result) throw refusalFault(result.refusal, unknownProfile)
  if (unknownProfile !== undefined) throw refusalFault({ errors: new Map() }, unknownProfile)
  const { issued } = result
  if (order.isDryRun) {
    if (minted && issued.isNumberMinted) numbers.giveBack(account.orgId, family, minted)
    await refuseTakenNumber(call, family, issued, (number, id) => numberTaken(number, family, id))
    return dryRunAnswer(call, issued, organisation.hasPhase2)
  }
  const isSent = issued.isValid && organisation.hasPhase2
  const overallStatus = issued.isValid ? (isSent ? 'PENDING' : null) : 'VALIDATION_FAILED'
  const record: NewDocument = {
    ...issuedRow(issued),
    orgId: account.orgId,
    family,
    profileId,
    profileVersion: profile.version,
    apiVersion: call.version,
    overallStatus,
    statements: [
      ...firstStatements(issued, {
        orgId: account.orgId,
        family,
        revision: 1,
        isSent,
        overallStatus,
        authorityId: parts.authorityId,
        now,
      }),
      ...(credits?.claim(issued) ?? []),
    ],
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
  } else if (minted && issued.isNumberMinted) numbers.giveBack(account.orgId, family, minted)
  return 'again'
}

function numberTaken(number: string, family: Family, documentId: string): Fault {
  const message = `Document number ${number} is taken by ${familyTitles[family].toLowerCase()} ${documentId}`
  return new Fault('document_number_taken', [documentId], new Map([['document_number', message]]))
}
