import { isFatal, type Rulebook, type RuleFinding } from '../../rulebook/rulebook.ts'
import type { ReportRow } from '../../store/legs/reports.ts'
import { type TaxReportAgain, taxDataAgain } from '../../ubl/tax-data/tax-data-again.ts'
import { readXml } from '../../xml/read.ts'
import { writeXml } from '../../xml/write.ts'

/** A report written once more, as it is to be sent; or, when it would break the rules of reports, what is found in it. */
export function writtenAgain(
  rulebook: Rulebook,
  report: ReportRow,
  again: TaxReportAgain,
): { readonly documentXml: string } | { readonly findings: readonly RuleFinding[] } {
  const root = taxDataAgain(readXml(report.documentXml), again)
  const findings = rulebook.judge(root, 'tdd')
  return isFatal(findings) ? { findings } : { documentXml: writeXml(root) }
}
