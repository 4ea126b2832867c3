import { gulfTime } from '../../document/gulf-time.ts'
import { Element, leaf } from '../../xml/element.ts'
import { cbc, pxs } from '../names.ts'
import { receivingParty, representative, type TaxReport } from './tax-data.ts'

/**
 * A report once more: to resubmit it after it was rejected (R), or to withdraw it (W). It says what
 * the first one said, the same transaction with the same source document, at another time and with
 * another type code; a resubmission also names the providers anew, because a wrong one may be why
 * it was rejected. `report` is the root of a tax data document of ours. Source: TDD 1.0.4.
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
    throw new Error('this is no tax data document of ours')
  }
  return new Element(report.name, report.attributes, children, '', undefined)
}

export type TaxReportAgain =
  | ({ readonly type: 'R' } & Pick<TaxReport, 'issuedAt' | 'senderSpid' | 'c5ReceiverId'>)
  | ({ readonly type: 'W' } & Pick<TaxReport, 'issuedAt'>)
