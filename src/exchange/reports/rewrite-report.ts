import { isFatal, type Rulebook, type RuleFinding } from '@selfbill/pint-ae/rulebook'
import { bytesIfLong, joinTexts, type Text } from '@selfbill/pint-ae/text'
import { reportedIssueDate, type TaxReportAgain, taxDataAgain } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'

/**
 * Writes a stored report again with the changes in `again`. Returns the fatal findings if the
 * result would break the rules of reports that are in force on its document's issue date.
 */
export function rewriteReport(
  rulebook: Rulebook,
  report: readonly Text[],
  again: TaxReportAgain,
): { readonly documentXml: Text } | { readonly findings: readonly RuleFinding[] } {
  const root = taxDataAgain(readXml(joinTexts(report)), again)
  const findings = rulebook.on(reportedIssueDate(root)).judge(root, 'tdd')
  return isFatal(findings) ? { findings } : { documentXml: bytesIfLong(writeXml(root)) }
}

/** Returns errors as a fault: another try would fail the same way. */
export function tryToRewriteReport(
  rulebook: Rulebook,
  report: readonly Text[],
  again: TaxReportAgain,
): RewrittenReport {
  try {
    return rewriteReport(rulebook, report, again)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

export type RewrittenReport = ReturnType<typeof rewriteReport> | { readonly fault: string }
