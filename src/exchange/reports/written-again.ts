import { isFatal, type Rulebook, type RuleFinding } from '../../rulebook/rulebook.ts'
import { bytesIfLong, joinTexts, type Text } from '../../text/text.ts'
import { type TaxReportAgain, taxDataAgain } from '../../ubl/tax-data/tax-data-again.ts'
import { readXml } from '../../xml/read.ts'
import { writeXml } from '../../xml/write.ts'

/**
 * A report written once more, as it is to be sent; or, when it would break the rules of reports,
 * what is found in it.
 */
export function writtenAgain(
  rulebook: Rulebook,
  report: readonly Text[],
  again: TaxReportAgain,
): { readonly documentXml: Text } | { readonly findings: readonly RuleFinding[] } {
  const root = taxDataAgain(readXml(joinTexts(report)), again)
  const findings = rulebook.judge(root, 'tdd')
  return isFatal(findings) ? { findings } : { documentXml: bytesIfLong(writeXml(root)) }
}

/** What cannot be written is no reason to try again: it would be no better then. */
export function tryToWriteAgain(rulebook: Rulebook, report: readonly Text[], again: TaxReportAgain): WrittenAgain {
  try {
    return writtenAgain(rulebook, report, again)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

export type WrittenAgain = ReturnType<typeof writtenAgain> | { readonly fault: string }
