import { writtenXml } from '@selfbill/schematron/xml'
import { wholeCurrencies } from '../codelists/codelists.ts'
import { aedRateOf } from '../document/calculation/aed.ts'
import { vatInAedOf } from '../document/calculation/vat-in-aed.ts'
import { computeDocument } from '../document/compute-document.ts'
import { type ComputedDocument, senderAndReceiver } from '../document/computed-document.ts'
import type { DocumentFigures } from '../document/document-figures.ts'
import { type Family, isCreditNote, isSelfBilled } from '../document/family.ts'
import { gulfTime } from '../document/gulf-time.ts'
import type { JudgedBy } from '../document/objects/judged-by.ts'
import { unexpectedTotals } from '../document/unexpected-totals.ts'
import { writeJson } from '../json/write.ts'
import { type Circumstances, judgedIn } from '../rulebook/circumstances.ts'
import { isFatal, type Rulebook, type RuleSet } from '../rulebook/rulebook.ts'
import { bareProviderId } from '../ubl/provider-id.ts'
import { type TaxReport, taxDataDocument } from '../ubl/tax-data/tax-data.ts'
import { ublDocument } from '../ubl/ubl-document.ts'
import { excessFindings } from './excess-findings.ts'
import type { Ids } from './ids.ts'
import type { JudgedDocument, JudgedResult, Refusal } from './judged-document.ts'
import { type ReadRequest, readRequest, refused } from './read-request.ts'
import type { ReadableDraft } from './readable-draft.ts'
import { revisionChanges } from './revision-changes.ts'

/** What happens to a draft, in this order; a refused one does not get to the end. */
export type StepName = 'compute' | 'judge' | 'write'

/**
 * Turns the caller's JSON text into a judged document: reads, checks, computes, writes UBL and
 * judges. Pure except for the given ids and `begin`, which is called before each step. Input and
 * output can move between threads.
 */
export function makeJudgedDocument(
  draft: ReadableDraft,
  rulebook: Rulebook,
  ids: Ids,
  begin: (step: StepName) => void = () => undefined,
): JudgedResult {
  const computed = computeDraft(draft, rulebook, ids, begin)
  if ('refusal' in computed) return computed
  return { judged: judgeComputed(computed, draft.circumstances, rulebook, ids, begin) }
}

/** The first step: reads, checks and computes. The computed amounts lead to the circumstances. */
export function computeDraft(
  draft: ReadableDraft,
  rulebook: Rulebook,
  ids: Ids,
  begin: (step: StepName) => void,
): ComputedDraft | { readonly refusal: Refusal } {
  begin('compute')
  const read = readRequest(draft)
  if ('refusal' in read) return read
  const { request, partyProfileId } = read
  const { replaces } = draft
  const minted = {
    attachmentIds: (request.attachments ?? []).map(() => ids.document()),
    id: replaces?.id ?? ids.document(),
    documentNumber: draft.documentNumber ?? '',
    attachments: replaces?.attachments ?? [],
    profile: draft.profile,
    judgedBy: judgedBy(rulebook.on(request.issue_date), draft.family),
    ...(read.credited && { vat: read.credited.vat }),
  }
  const computation = computeDocument(draft.family, request, minted)
  if ('errors' in computation) return refused([...read.misnumbered, ...computation.errors], partyProfileId)
  if (read.misnumbered.length > 0) return refused(read.misnumbered, partyProfileId)
  const { document } = computation
  if (request.expected_totals !== undefined) {
    const errors = unexpectedTotals(request.expected_totals, document.content)
    if (errors.size > 0) return { refusal: { errors, areTotalsUnexpected: true, partyProfileId } }
  }
  const about = {
    id: document.id,
    documentNumber: document.content.document_number,
    figures: figuresOf(document),
    supplierTin: document.content.accounting_supplier_party.tin,
    billingReferences: billingReferencesOf(document),
  }
  return { draft, read, document, about }
}

export interface ComputedDraft {
  readonly draft: ReadableDraft
  readonly read: ReadRequest
  readonly document: ComputedDocument
  readonly about: ComputedFacts
}

/** What leads to other documents. */
export type ComputedFacts = Pick<
  JudgedDocument,
  'id' | 'documentNumber' | 'figures' | 'supplierTin' | 'billingReferences'
>

/**
 * The other steps: writes UBL, and judges it and the tax data document together, so that one answer
 * reports every failed rule.
 */
export function judgeComputed(
  { draft, read, document, about }: ComputedDraft,
  circumstances: Circumstances = {},
  rulebook: Rulebook,
  ids: Ids,
  begin: (step: StepName) => void,
): JudgedDocument {
  const { request, sent, excess, partyProfileId } = read
  begin('judge')
  const tree = ublDocument(document)
  const transmissionUuids = { c3: ids.transmission(), c5: ids.transmission() }
  // The report can hold the tree as it is, without attachments: these are not reported.
  const shared = document.attachments.length === 0 ? tree : undefined
  const taxData = taxDataDocument(document, reportOf(draft, transmissionUuids.c3), shared)
  const failed = judgedIn({ ...circumstances, ...ownCircumstances(draft, read, document) }, tree, () =>
    rulebook
      .on(document.content.issue_date)
      .judgeTogether({ root: tree, set: setOf(draft.family) }, { root: taxData, set: 'tdd' }),
  )
  const findings = excess ? [...failed, ...excessFindings(draft.family, sent, excess)] : failed
  const isValid = !isFatal(findings)
  begin('write')
  const answer = writeJson(document.content)
  const ubl = writtenXml(tree)
  return {
    ...about,
    isNumberMinted: request.document_number === undefined,
    partyProfileId,
    answer,
    ubl: ubl.text,
    taxData: isValid ? writtenXml(taxData, ubl).text : null,
    findings,
    isValid,
    transmissionUuids,
    ...participantsOf(document),
    attachments: request.attachments ? document.attachments : [],
    ...(read.credited && { credited: writeJson(read.credited.amounts) }),
    ...(draft.replaces && { changes: writeJson(revisionChanges(draft.replaces, { answer, findings })) }),
  }
}

/** What the draft itself says. */
function ownCircumstances(
  { issuedAt }: ReadableDraft,
  { credited }: ReadRequest,
  { content }: ComputedDocument,
): Circumstances {
  const [today] = gulfTime(issuedAt)
  return {
    isFuture: content.issue_date > today,
    areAmountsComputed: credited !== undefined && wholeCurrencies.includes(content.document_currency_code),
  }
}

/** The rules that judge the documents of a family. */
export function setOf(family: Family): RuleSet {
  return isSelfBilled(family) ? 'self-billing' : 'billing'
}

function judgedBy(rulebook: Rulebook, family: Family): JudgedBy {
  const { name, version, hasGaps, digest } = rulebook.identity(setOf(family))
  const { version: taxDataVersion } = rulebook.identity('tdd')
  return {
    rule_set: name,
    ...(version !== undefined && { version }),
    ...(taxDataVersion !== undefined && { tax_data_version: taxDataVersion }),
    additional_rules: hasGaps,
    digest,
  }
}

function reportOf(draft: ReadableDraft, c3TransmissionUuid: string): TaxReport {
  return {
    c3TransmissionUuid,
    issuedAt: draft.issuedAt,
    senderSpid: bareProviderId(draft.serviceProviderId),
    c5ReceiverId: bareProviderId(draft.authorityId),
    type: 'S',
  }
}

function figuresOf({ content }: ComputedDocument): DocumentFigures {
  const { accounting_supplier_party: seller, accounting_customer_party: buyer, totals } = content
  return {
    issueDate: content.issue_date,
    currency: content.document_currency_code,
    payableAmount: totals.payable_amount.toString(),
    billedAmount: totals.payable_amount.plus(totals.prepaid_amount).toString(),
    taxAmount: totals.tax_amount.toString(),
    vatInAed: vatInAedOf(totals.tax_breakdown, aedRateOf(content)),
    orderNumber: content.order_reference?.id,
    billedByName: seller.party_name ?? seller.name,
    billedByVat: seller.party_tax_scheme?.company_id,
    billedToName: buyer.party_name ?? buyer.name,
    billedToVat: buyer.party_tax_scheme?.company_id,
  }
}

function billingReferencesOf({ family, content }: ComputedDocument): readonly string[] {
  return isCreditNote(family) ? (content.billing_reference ?? []).map(({ id }) => id) : []
}

function participantsOf(document: ComputedDocument): Pick<JudgedDocument, 'sender' | 'receiver'> {
  const [sender, receiver] = senderAndReceiver(document)
  return {
    sender: { scheme: sender.endpoint_scheme_id, id: sender.endpoint_id, country: sender.postal_address.country_code },
    receiver: { scheme: receiver.endpoint_scheme_id, id: receiver.endpoint_id },
  }
}
