import { Element, leaf } from '@selfbill/schematron/xml'
import { gulfTime } from '../../document/gulf-time.ts'
import { cbc, pxs } from '../names.ts'
import { receivingParty, representative, type TaxReport } from './tax-data.ts'

/**
 * Repeats a report: to resubmit it after a rejection (R), or to withdraw it (W). It reports the
 * same transaction with the same source document, but with a new time and type code. A resubmission
 * also names the providers again, because a wrong provider may have caused the rejection. `report`
 * is the root of one of our tax data documents. Source: TDD 1.0.4.
 */
export function taxDataAgain(report: Element, again: TaxReportAgain): Element {
  const [date, time] = gulfTime(again.issuedAt)
  const replaced = new Map(
    [
      leaf(cbc.IssueDate, date),
      leaf(cbc.IssueTime, time),
      leaf(pxs.DocumentTypeCode, again.type),
      ...(again.type === 'R' ? [receivingParty(again.c5ReceiverId), representative(again.senderSpid)] : []),
    ].map((element) => [element?.nameId, element]),
  )
  const children = report.children.map((child) => replaced.get(child.nameId) ?? child)
  if ([...replaced.keys()].some((nameId) => !report.children.some((child) => child.nameId === nameId))) {
    throw new Error('not a tax data document of this service')
  }
  return new Element(report.name, report.attributes, children, '', undefined)
}

export type TaxReportAgain =
  | ({ readonly type: 'R' } & Pick<TaxReport, 'issuedAt' | 'senderSpid' | 'c5ReceiverId'>)
  | ({ readonly type: 'W' } & Pick<TaxReport, 'issuedAt'>)

/**
 * The issue date of the document that a report is about (`yyyy-mm-dd`): the rules in force on it
 * judge the report too. Source: TDD 1.0.4, ReportedTransaction/ReportedDocument/IssueDate.
 */
export function reportedIssueDate(report: Element): string {
  const date = report.child(pxs.ReportedTransaction)?.child(pxs.ReportedDocument)?.child(cbc.IssueDate)?.text
  if (date === undefined) throw new Error('not a tax data document of this service')
  return date
}
