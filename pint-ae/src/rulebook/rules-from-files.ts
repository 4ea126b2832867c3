import { hash } from 'node:crypto'
import { rulebookOf } from './compile-rulebook.ts'
import { readOurRuleFiles } from './rule-files.ts'
import type { Rulebook } from './rulebook.ts'

/**
 * `#rules` in a clone: our rules, compiled from their files when they are first needed. What is
 * published has them compiled already (scripts/compiled-rules.ts).
 */
export function ourRulebook(gaps: boolean): Rulebook {
  const known = opened.get(gaps)
  if (known !== undefined) return known
  const rulebook = rulebookOf(readOurRuleFiles(), gaps, (text) => hash('sha256', text, 'hex'))
  opened.set(gaps, rulebook)
  return rulebook
}

const opened = new Map<boolean, Rulebook>()
