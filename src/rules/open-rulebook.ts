import { gulfTime } from '@selfbill/pint-ae/document'
import type { CatalogueRule, Rulebook } from '@selfbill/pint-ae/rulebook'

// The rules in force: ours, or an operator's own (RULEBOOK_DIR). Ours are compiled already, so what
// compiles rule files is loaded for an operator's alone.

/** Plain data, so that another thread can open the same rule book. */
export interface RulebookOptions {
  /** Whether our own rules apply in addition to the official ones. */
  readonly gaps: boolean
  /** An operator's rule files, used instead of our files for the official rules (RULEBOOK_DIR). */
  readonly directory?: string | undefined
}

/**
 * Opens the rule book: ours once for each thread.
 *
 * @throws SchematronError for a rule file that the engine cannot compile, naming the rule and the
 *   place; the error of the file system when a directory cannot be read
 */
export async function openRulebook({ gaps, directory }: RulebookOptions): Promise<Rulebook> {
  const { ourRulebook } = await import('@selfbill/pint-ae/our-rulebook')
  if (directory === undefined) return ourRulebook(gaps)
  const { compileRuleFolder } = await import('./rule-folder.ts')
  return compileRuleFolder(directory, gaps, () => ourRulebook(gaps))
}

/**
 * Every rule in force for documents that are issued on this day, by default today: set by set,
 * official ones first. An operator's take about 0.3 s.
 */
export async function openCatalogue(
  { gaps, directory }: RulebookOptions,
  day: string = gulfTime(Date.now())[0],
): Promise<readonly CatalogueRule[]> {
  if (directory === undefined) {
    const { rules } = await import('@selfbill/pint-ae/rules')
    return rules().filter(({ official }) => official || gaps)
  }
  const { catalogueOfFolder } = await import('./rule-folder.ts')
  return catalogueOfFolder(directory, gaps, day)
}
