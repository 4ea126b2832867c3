import { hash } from 'node:crypto'
import { type RuleFiles, readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { type CatalogueRule, catalogueOf, type Rulebook, rulebookOf, ruleSets } from '@selfbill/pint-ae/rulebook'
import { readRuleFolder } from './rule-folder.ts'

// The rules in force: ours, or an operator's own (RULEBOOK_DIR).

/** Plain data, so that another thread can open the same rule book. */
export interface RulebookOptions {
  /** Whether our own rules apply in addition to the official ones. */
  readonly gaps: boolean
  /** An operator's rule files, used instead of our files for the official rules (RULEBOOK_DIR). */
  readonly directory?: string | undefined
}

/**
 * Reads the rule files and compiles those that every create needs, once per thread.
 *
 * @throws SchematronError for a rule file that the engine cannot compile, naming the rule and the
 *   place; the error of the file system when a directory cannot be read
 */
export function openRulebook(options: RulebookOptions): Rulebook {
  if (options.directory !== undefined) return openAnew(options)
  const rulebook = opened.get(options.gaps) ?? openAnew(options)
  opened.set(options.gaps, rulebook)
  return rulebook
}

/** The rule books from our own files, which do not change, by `gaps`. */
const opened = new Map<boolean, Rulebook>()

function openAnew(options: RulebookOptions): Rulebook {
  const rulebook = rulebookOf(readRuleFiles(options), options.gaps, (text) => hash('sha256', text, 'hex'))
  // Compiles early, so that errors in an operator's rule files appear at start. Tests cover our own
  // rules, so the sets that creates do not need are compiled later.
  for (const set of options.directory === undefined ? defaultSets : ruleSets) rulebook.rules(set)
  return rulebook
}

const defaultSets = ['self-billing', 'tdd'] as const

/** Every rule in force: set by set, official ones first. Takes about 0.3 s. */
export function openCatalogue(options: RulebookOptions): readonly CatalogueRule[] {
  return catalogueOf(readRuleFiles(options), options.gaps)
}

function readRuleFiles({ directory }: RulebookOptions): RuleFiles {
  return directory === undefined ? readOurRuleFiles() : readRuleFolder(directory)
}
