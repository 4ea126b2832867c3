import { branch, type Element, leaf, type Name, tree } from '@selfbill/schematron/xml'
import { cac, cbc, roots } from '../names.ts'
import { bareProviderId, providerScheme } from '../provider-id.ts'

/** A message level status (MLS) about a transmission. */
export interface Verdict {
  readonly id: string
  /** `AP` accepted and delivered, `AB` accepted, delivery not confirmed, `RE` rejected. */
  readonly responseCode: 'AP' | 'AB' | 'RE'
  /** ISO 8601, as in the message. */
  readonly issuedAt: string
  /** Service providers, `0242:…`: the one that judged, and the one that had sent. */
  readonly senderId: string
  readonly receiverId: string
  /** The UUID of the judged transmission. */
  readonly referenceId: string
  readonly description: string | null
  readonly issues: readonly VerdictIssue[]
}

export interface VerdictIssue {
  /** An XPath into the document, or `NA`. */
  readonly lineId: string
  readonly description: string
  /** `SV` syntax, `BV` fatal rule, `BW` warning, `FD` failure of delivery. */
  readonly statusReasonCode: string
}

const applicationResponse = `${roots.ApplicationResponse.namespace}::ApplicationResponse`

/** Type and process of a status on the network. Source: docs/network.md#identifiers. */
export const mlsIdentifiers = {
  docTypeId: `busdox-docid-qns::${applicationResponse}##urn:peppol:edec:mls:1.0::2.1`,
  processId: 'cenbii-procid-ubl::urn:peppol:edec:mls',
}

/**
 * A status as UBL ApplicationResponse. `issuedAt` has a date, a time and a zone. Source: MLS 1.0.1,
 * docs/network.md#message-level-status.
 */
export function mlsDocument(verdict: Verdict): Element {
  const [date = '', time = ''] = verdict.issuedAt.split('T')
  return tree(roots.ApplicationResponse, [
    leaf(cbc.CustomizationID, 'urn:peppol:edec:mls:1.0'),
    leaf(cbc.ProfileID, 'urn:peppol:edec:mls'),
    leaf(cbc.ID, verdict.id),
    leaf(cbc.IssueDate, date),
    leaf(cbc.IssueTime, time),
    providerElement(cac.SenderParty, verdict.senderId),
    providerElement(cac.ReceiverParty, verdict.receiverId),
    branch(cac.DocumentResponse, [
      branch(cac.Response, [
        leaf(cbc.ResponseCode, verdict.responseCode),
        verdict.description === null ? undefined : leaf(cbc.Description, verdict.description),
      ]),
      branch(cac.DocumentReference, [leaf(cbc.ID, verdict.referenceId)]),
      ...verdict.issues.map(lineResponse),
    ]),
  ])
}

/**
 * Reads a status that has passed the rule set `mls`, and checks what those rules leave open. Anyone
 * can write one, and it is stored and shown, so texts are cut at 1,000 characters and issues at
 * 1,000.
 *
 * @throws MlsUnreadable
 */
export function readMls(root: Element): Verdict {
  const response = root.child(cac.DocumentResponse)
  const responseCode = codeOf(textOf(response?.child(cac.Response), cbc.ResponseCode))
  const issuedAt = `${textOf(root, cbc.IssueDate)}T${textOf(root, cbc.IssueTime)}`
  if (Number.isNaN(Date.parse(issuedAt))) throw new MlsUnreadable('the status has no valid date and time')
  const referenceId = textOf(response?.child(cac.DocumentReference), cbc.ID).toLowerCase()
  if (!uuid.test(referenceId)) throw new MlsUnreadable('the status names no transmission: its reference is not a UUID')
  const description = response?.child(cac.Response)?.child(cbc.Description)?.value.trim() ?? ''
  return {
    id: cut(textOf(root, cbc.ID)),
    responseCode,
    issuedAt,
    senderId: providerIn(root, cac.SenderParty),
    receiverId: providerIn(root, cac.ReceiverParty),
    referenceId,
    description: description === '' ? null : cut(description),
    issues: issuesIn(response),
  }
}

/** The document is not a status that we understand. */
export class MlsUnreadable extends Error {
  override readonly name = 'MlsUnreadable'
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const issuesMax = 1_000
const charactersMax = 1_000

function providerElement(name: Name, id: string): Element | undefined {
  return branch(name, [leaf(cbc.EndpointID, bareProviderId(id), undefined, ['schemeID', providerScheme])])
}

function lineResponse(issue: VerdictIssue): Element | undefined {
  return branch(cac.LineResponse, [
    branch(cac.LineReference, [leaf(cbc.LineID, issue.lineId)]),
    branch(cac.Response, [
      leaf(cbc.Description, issue.description),
      branch(cac.Status, [leaf(cbc.StatusReasonCode, issue.statusReasonCode)]),
    ]),
  ])
}

function issuesIn(response: Element | undefined): readonly VerdictIssue[] {
  const issues: VerdictIssue[] = []
  for (const line of response?.childrenNamed(cac.LineResponse.id) ?? []) {
    const lineId = cut(textOf(line.child(cac.LineReference), cbc.LineID))
    for (const issue of line.childrenNamed(cac.Response.id)) {
      if (issues.length === issuesMax) return issues
      const statusReasonCode = cut(textOf(issue.child(cac.Status), cbc.StatusReasonCode))
      issues.push({ lineId, description: cut(textOf(issue, cbc.Description)), statusReasonCode })
    }
  }
  return issues
}

function providerIn(root: Element, name: Name): string {
  return `${providerScheme}:${cut(textOf(root.child(name), cbc.EndpointID))}`
}

function codeOf(text: string): Verdict['responseCode'] {
  if (text === 'AP' || text === 'AB' || text === 'RE') return text
  throw new MlsUnreadable('the status neither accepts nor rejects')
}

function textOf(parent: Element | undefined, name: Name): string {
  const text = parent?.child(name)?.value.trim() ?? ''
  if (text === '') throw new MlsUnreadable(`the status lacks a ${name.qualified}`)
  return text
}

/** Shortens a text, but never between the two halves of a character. */
function cut(text: string): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
