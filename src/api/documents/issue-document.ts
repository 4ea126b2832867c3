import { type Family, familyTitles } from '../../document/family.ts'
import { Fault } from '../../faults.ts'
import { firstStatus } from '../../issuing/first-status.ts'
import type { StoredRecord } from '../../issuing/issue-record.ts'
import type { RequestedOrder } from '../../issuing/requested-order.ts'
import type { Statement } from '../../store/database/database.ts'
import type { NewDocument } from '../../store/documents/documents.ts'
import type { MintedNumber, NumberFate } from '../../store/documents/numbers.ts'
import { joinTexts, type Text } from '../../text.ts'
import { createdText, okText } from '../answer/answers.ts'
import { keepNothing } from '../idempotency/idempotency.ts'
import type { Answer, Call } from '../operation.ts'
import { languageHeaders } from '../request/language.ts'
import { refuseTakenNumber } from './dry-run.ts'
import { firstStatements } from './first-statements.ts'
import { issuedRow } from './issued-row.ts'
import { issuingContext } from './issuing-context.ts'
import { requireIssued } from './refusal.ts'

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
export type IssuingCall = Pick<Call, 'account' | 'version' | 'compatibility' | 'language' | 'keep' | 'parts'>

export interface IssueRequest {
  readonly family: Family
  readonly profileId: string
  /** JSON, as it was sent. */
  readonly text: Text
  readonly isDryRun: boolean
  /** The invoice that a credit note is made for by reference: read anew at every attempt. */
  readonly credits?: () => Promise<Credits>
}

export interface Credits {
  readonly invoice: NonNullable<RequestedOrder['credits']>
  /** What is written with the credit note, so that nobody else takes the same. */
  claim(issued: StoredRecord): readonly Statement[]
}

/**
 * The profile may change, a caller take a minted number, or another credit note take of the same invoice between the read and
 * the write: then both are done again.
 */
const attemptsMax = 20

async function tryToIssue(call: IssuingCall, order: IssueRequest): Promise<Answer | 'again'> {
  const { account, parts } = call
  const { family, profileId } = order
  const context = await issuingContext(call, profileId)
  const credits = await order.credits?.()
  const { hasAutoNumbering, numberFormat } = context.organisation
  const work = (minted?: MintedNumber) => issueNumbered(call, order, { context, credits, minted })
  if (!hasAutoNumbering) return (await work()).result
  return parts.store.numbers.lend(account.orgId, family, numberFormat, work)
}

interface ReadBefore {
  readonly context: Awaited<ReturnType<typeof issuingContext>>
  readonly credits: Credits | undefined
  /** For the document, unless it brings a number of its own. */
  readonly minted: MintedNumber | undefined
}

async function issueNumbered(
  call: IssuingCall,
  order: IssueRequest,
  { context, credits, minted }: ReadBefore,
): Promise<{ readonly fate: NumberFate; readonly result: Answer | 'again' }> {
  const { account, parts } = call
  const { family, profileId, text } = order
  const { hasPhase2 } = context.organisation
  const now = parts.now()
  const result = await parts.issuer.issue({
    family,
    text,
    isCompatible: call.compatibility !== undefined,
    profile: parts.partyOf(profileId, context.profile.party),
    documentNumber: minted?.text,
    ...(credits && { credits: credits.invoice }),
    issuedAt: now,
    serviceProviderId: parts.serviceProviderId,
    authorityId: parts.authorityId,
    telling: {
      orgId: account.orgId,
      language: call.language,
      hasPhase2,
      isDryRun: order.isDryRun,
      isAnswerKept: call.keep !== keepNothing,
    },
  })
  const isMintedUsed = 'issued' in result && result.issued.isNumberMinted
  const issued = await requireIssued(call, family, result)
  if (order.isDryRun) {
    await refuseTakenNumber(call, family, issued, (taken, id) => numberTaken(taken, family, id))
    return { fate: 'unused', result: okText(issued.dryRun ?? '') }
  }
  const status = firstStatus(issued.isValid, hasPhase2)
  const { authorityId } = parts
  const record: NewDocument = {
    ...issuedRow(issued),
    orgId: account.orgId,
    family,
    profileId,
    profileVersion: context.profile.version,
    apiVersion: call.version,
    overallStatus: status.overallStatus,
    statements: [
      ...firstStatements(issued, { ...status, orgId: account.orgId, family, revision: 1, authorityId, now }),
      ...(credits?.claim(issued) ?? []),
    ],
    createdAt: now,
  }
  const added = await add(call, record, issued.answered)
  if (added.outcome === 'added') {
    parts.observer.issued(family, issued.failed)
    if (status.isSent) parts.wakeExchange()
    parts.feed.announce(account.orgId)
    const { before, after } = issued.answered
    const answer = createdText(joinTexts([before, String(added.sequence), after]))
    return { fate: isMintedUsed ? 'used' : 'unused', result: answer }
  }
  if (added.outcome !== 'number_taken') return { fate: 'unused', result: 'again' }
  if (!isMintedUsed) throw numberTaken(issued.documentNumber, family, added.documentId)
  return { fate: 'taken', result: 'again' }
}

/** Writes the document, and with it the answer that is kept for a repeated request. */
function add({ keep, language, parts }: IssuingCall, record: NewDocument, answered: StoredRecord['answered']) {
  const kept = keep({
    ...createdText(''),
    headers: languageHeaders(language),
    body: { before: answered.before, documentId: record.id, after: answered.kept ?? answered.after },
  })
  return parts.store.documents.add({ ...record, statements: [...record.statements, ...kept] })
}

function numberTaken(number: string, family: Family, documentId: string): Fault {
  const message = `Document number ${number} is taken by ${familyTitles[family].toLowerCase()} ${documentId}`
  return new Fault('document_number_taken', [documentId], new Map([['document_number', message]]))
}
