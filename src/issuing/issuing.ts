import type { DocumentContent } from '../document/answer.ts'
import type { Family } from '../document/family.ts'
import { issue } from '../document/issue.ts'
import { type IssuedAttachment, type IssuedDocument, isCreditNote, isSelfBilled } from '../document/issued.ts'
import type { Party } from '../document/objects/party.ts'
import { writeJson } from '../json/write.ts'
import { isFatal, type Rulebook, type RuleFinding } from '../rulebook/rulebook.ts'
import { bareProviderId, type TaxReport, taxDataDocument } from '../ubl/tax-data/tax-data.ts'
import { ublDocument } from '../ubl/ubl-document.ts'
import { writeXml } from '../xml/write.ts'
import { keptRequest } from './kept-request.ts'
import { readRequest, refused } from './read-request.ts'
import { revisionChanges, type Told } from './revision-changes.ts'

/**
 * The way of one document from the caller's JSON text to everything that is stored: read, checked, computed, written as UBL,
 * judged. Judged are the UBL and the tax data document, the second also when the first has failed already: all that is wrong
 * is told at once. Pure but for the ids it is handed; input and output can cross to a worker thread.
 */
export function issueDocument(order: IssueOrder, rulebook: Rulebook, ids: Ids): IssueResult {
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
  const issuing = issue(order.family, request, minted)
  if ('errors' in issuing) return refused([...read.misnumbered, ...issuing.errors], partyProfileId)
  if (read.misnumbered.length > 0) return refused(read.misnumbered, partyProfileId)
  const { document } = issuing
  const tree = ublDocument(document)
  const transmissionUuids = { c3: ids.transmission(), c5: ids.transmission() }
  const taxData = taxDataDocument(document, reportOf(order, transmissionUuids.c3))
  const findings = rulebook.judgeTogether(
    { root: tree, set: isSelfBilled(order.family) ? 'self-billing' : 'billing' },
    { root: taxData, set: 'tdd' },
  )
  const isValid = !isFatal(findings)
  const answer = writeJson(document.content)
  return {
    issued: {
      id: document.id,
      documentNumber: document.content.document_number,
      isNumberMinted: request.document_number === undefined,
      partyProfileId,
      request: keptRequest(sent),
      answer,
      ubl: writeXml(tree),
      taxData: isValid ? writeXml(taxData) : null,
      findings,
      isValid,
      transmissionUuids,
      figures: figuresOf(document),
      billingReferences: billingReferencesOf(document),
      ...partiesOf(document),
      attachments: request.attachments ? document.attachments.map(fileOf) : [],
      ...(read.credited && { credited: writeJson(read.credited.amounts) }),
      ...(replaces && { changes: writeJson(revisionChanges(replaces, { answer, findings })) }),
    },
  }
}

/** What is to be issued, for whom, and under which identifiers. */
export interface IssueOrder {
  readonly family: Family
  /** The request body as it came. */
  readonly text: string
  /** The party of the business profile: the buyer of a self-billed document, the seller of a sale. */
  readonly profile: Party
  /** Used when the caller named none; undefined: the caller must. */
  readonly documentNumber: string | undefined
  /** The document that the request is to take the place of: a create has none. */
  readonly replaces?: Replaced
  /** The invoice that a credit note is to be made for: then the request is about its lines. */
  readonly credits?: CreditedInvoice
  /** ms since 1970. */
  readonly issuedAt: number
  /** Our own access point and the tax authority's, `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
}

/** A document that failed its rules, as it stands. Its number is the order's, and stays. */
export interface Replaced extends Told {
  readonly id: string
  /** They stay when the request sends none. */
  readonly attachments: readonly IssuedFile[]
}

/** An invoice that is credited by reference: the text of the order names its lines. */
export interface CreditedInvoice {
  readonly family: 'purchase-invoices' | 'sales-invoices'
  /** JSON of its answer. */
  readonly answer: string
  /** JSON of what each credit note by reference that counts has taken from it. */
  readonly taken: readonly string[]
  /** Those that refer to it alone and were issued otherwise. */
  readonly otherwise: readonly { readonly documentNumber: string; readonly payableAmount: string }[]
}

export interface Ids {
  /** A document's or attachment's id: UUID v7, sorts by time. */
  document(): string
  /** A transmission's id: UUID v4. */
  transmission(): string
}

export type IssueResult = { readonly issued: IssuedRecord } | { readonly refusal: Refusal }

/** Why nothing was issued. */
export interface Refusal {
  /** Set when the body is no JSON document. */
  readonly unreadable?: { readonly message: string; readonly path: string | undefined }
  readonly errors: ReadonlyMap<string, string>
  readonly partyProfileId: string | undefined
}

/** Everything about an issued document that is stored, answered or sent. */
export interface IssuedRecord {
  readonly id: string
  readonly documentNumber: string
  readonly isNumberMinted: boolean
  /** The `profile_id` of the party that the caller names, when one was sent: it must be known. */
  readonly partyProfileId: string | undefined
  /** JSON of the request, as it is kept. */
  readonly request: string
  /** JSON of the answer, without what only the database knows. */
  readonly answer: string
  readonly ubl: string
  /** The tax data document; null when a fatal rule failed, since nothing is sent then. */
  readonly taxData: string | null
  readonly findings: readonly RuleFinding[]
  readonly isValid: boolean
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly figures: Figures
  /** The documents that a credit note refers to, by their numbers. */
  readonly billingReferences: readonly string[]
  /** Corner 1 and corner 4. */
  readonly sender: Participant & { readonly country: string }
  readonly receiver: Participant
  /** Those that came with the request. */
  readonly attachments: readonly IssuedFile[]
  /** JSON: what differs from the document that was replaced. */
  readonly changes?: string
  /** JSON: what a credit note takes from the invoice it credits by reference. */
  readonly credited?: string
}

/** What lists show and filters look for. */
export interface Figures {
  readonly issueDate: string
  readonly currency: string
  readonly payableAmount: string
  readonly taxAmount: string
  readonly billedByName: string
  readonly billedByVat: string | undefined
  readonly billedToName: string
  readonly billedToVat: string | undefined
}

export interface Participant {
  readonly scheme: string
  readonly id: string
}

export interface IssuedFile {
  readonly id: string
  readonly fileName: string
  readonly fileType: string
  readonly content: Uint8Array
}

function fileOf({ file_content, id, file_name, file_type }: IssuedAttachment): IssuedFile {
  return { id, fileName: file_name, fileType: file_type, content: Buffer.from(file_content, 'base64') }
}

function sentAgain({ id, fileName, fileType, content }: IssuedFile): IssuedAttachment {
  return { id, file_name: fileName, file_type: fileType, file_content: Buffer.from(content).toString('base64') }
}

function reportOf(order: IssueOrder, c3TransmissionUuid: string): TaxReport {
  return {
    c3TransmissionUuid,
    issuedAt: order.issuedAt,
    senderSpid: bareProviderId(order.serviceProviderId),
    c5ReceiverId: bareProviderId(order.authorityId),
    type: 'S',
  }
}

function figuresOf({ content }: IssuedDocument): Figures {
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

function billingReferencesOf({ family, content }: IssuedDocument): readonly string[] {
  return isCreditNote(family) ? (content.billing_reference ?? []).map(({ id }) => id) : []
}

function partiesOf({ family, content }: IssuedDocument): Pick<IssuedRecord, 'sender' | 'receiver'> {
  const [sender, receiver] = corners(family, content)
  return {
    sender: { scheme: sender.endpoint_scheme_id, id: sender.endpoint_id, country: sender.postal_address.country_code },
    receiver: { scheme: receiver.endpoint_scheme_id, id: receiver.endpoint_id },
  }
}

/** Who issues and sends, and who receives: the buyer issues a self-billed document. */
function corners(family: Family, content: DocumentContent): readonly [Party, Party] {
  const { accounting_supplier_party: seller, accounting_customer_party: buyer } = content
  return isSelfBilled(family) ? [buyer, seller] : [seller, buyer]
}
