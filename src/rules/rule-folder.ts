import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf, type RuleFiles, readOurRuleFiles, rulebookOf } from '@selfbill/pint-ae/rule-files'
import { type CatalogueRule, isDocumentSet, type Rulebook, type RuleSet, ruleSets } from '@selfbill/pint-ae/rulebook'
import type { SchematronSource } from '@selfbill/schematron/engine'
import { SchematronError } from '@selfbill/schematron/errors'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'

/** Compiles the rules of every set, so that errors in a file appear at the start. */
export function compileRuleFolder(directory: string, gaps: boolean): Rulebook {
  const rulebook = rulebookOf(readRuleFolder(directory), gaps, (text) => hash('sha256', text, 'hex'))
  for (const set of ruleSets) rulebook.rules(set)
  return rulebook
}

export function catalogueOfFolder(directory: string, gaps: boolean): readonly CatalogueRule[] {
  return catalogueOf(readRuleFolder(directory), gaps)
}

/**
 * Reads an operator's own rule files (RULEBOOK_DIR). Files directly in the directory apply to every
 * invoice and credit note; files in a subfolder named after a rule set apply only to its documents.
 * Without such a subfolder, our rules judge tax data documents and message level statuses. The gaps
 * are always ours.
 *
 * @throws when the directory cannot be read or holds no rule file for invoices and credit notes
 */
function readRuleFolder(directory: string): RuleFiles {
  const ours = readOurRuleFiles()
  const shared = sourcesIn(directory, '')
  const own = new Map(
    ruleSets.map((set) => [set, foundOr(isDocumentSet(set) ? [] : ours.own.get(set), setSources(directory, set))]),
  )
  if (shared.length === 0 && ruleSets.some((set) => isDocumentSet(set) && own.get(set)?.length === 0)) {
    throw new Error(`${directory} holds no rule file (*.sch)`)
  }
  return { shared, own, gaps: ours.gaps }
}

function foundOr(
  others: readonly SchematronSource[] | undefined,
  found: readonly SchematronSource[],
): readonly SchematronSource[] {
  return found.length > 0 ? found : (others ?? [])
}

/** The folder of a set may be missing. */
function setSources(directory: string, set: RuleSet): readonly SchematronSource[] {
  try {
    return sourcesIn(join(directory, set), `${set}/`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function sourcesIn(directory: string, prefix: string): readonly SchematronSource[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => ({ name: prefix + name, text: fileText(directory, name) }))
}

function fileText(directory: string, name: string): string {
  try {
    return decodedText(readFileSync(join(directory, name)))
  } catch (error) {
    if (error instanceof TextUndecodable) throw new SchematronError(`${name}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}
