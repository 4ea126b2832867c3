import { readdirSync, readFileSync } from 'node:fs'
import type { SchematronSource } from '@selfbill/schematron/engine'
import { isDocumentSet, type RuleSet, ruleSets } from './rule-set.ts'

/** The texts of all rule files; each has a different name. */
export interface RuleFiles {
  /** For invoices and credit notes only, like the gaps. */
  readonly shared: readonly SchematronSource[]
  readonly own: ReadonlyMap<RuleSet, readonly SchematronSource[]>
  readonly gaps: readonly SchematronSource[]
}

/**
 * Our own rule files, from the folders beside this file: the only code of the package that touches
 * the disk, for Node alone. The tests know that they are well-formed.
 */
export function readOurRuleFiles(): RuleFiles {
  return {
    shared: sourcesIn('pint-ae/', ''),
    own: new Map(
      ruleSets.map((set) => [set, sourcesIn(isDocumentSet(set) ? `pint-ae/${set}/` : `${set}/`, `${set}/`)]),
    ),
    gaps: sourcesIn('gaps/', 'gaps/'),
  }
}

function sourcesIn(folder: string, prefix: string): readonly SchematronSource[] {
  const place = new URL(folder, import.meta.url)
  return readdirSync(place)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => ({ name: prefix + name, text: readFileSync(new URL(name, place), 'utf8'), isKnown: true }))
}
