import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SchematronError, type SchematronSource } from '@selfbill/schematron/engine'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import type { RuleSet } from './rule-set.ts'
import { documentSets, isDocumentSet, ruleSets } from './rule-set.ts'

/**
 * Reads the rule files from disk: ours, or those in `directory`, an operator's own. Files directly
 * in the directory apply to every invoice and credit note; files in a subfolder named after a rule
 * set apply only to its documents. Without such a subfolder, our rules judge tax data documents and
 * message level statuses. The gaps are always ours. No other code in this folder touches the disk;
 * the service calls this once, at start.
 *
 * @throws when the directory cannot be read or holds no rule file for invoices and credit notes
 */
export function readRuleFiles(directory: string = ourDirectory): RuleFiles {
  const shared = sourcesIn(directory, '')
  const own = new Map(ruleSets.map((set) => [set, sourcesOf(set, directory)]))
  if (shared.length === 0 && documentSets.some((set) => own.get(set)?.length === 0)) {
    throw new Error(`${directory} holds no rule file (*.sch)`)
  }
  return { shared, own, gaps: sourcesIn(ourSubfolder('gaps'), 'gaps/') }
}

/** The texts of all rule files; each has a different name. */
export interface RuleFiles {
  /** For invoices and credit notes only, like the gaps. */
  readonly shared: readonly SchematronSource[]
  readonly own: ReadonlyMap<RuleSet, readonly SchematronSource[]>
  readonly gaps: readonly SchematronSource[]
}

const ourFolder = fileURLToPath(new URL('.//', import.meta.url))
const ourDirectory = ourSubfolder('pint-ae')

function sourcesOf(set: RuleSet, directory: string): readonly SchematronSource[] {
  const found = sourcesIn(join(directory, set), `${set}/`)
  return found.length > 0 || isDocumentSet(set) ? found : sourcesIn(ourSubfolder(set), `${set}/`)
}

function ourSubfolder(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.url))
}

function sourcesIn(directory: string, prefix: string): SchematronSource[] {
  return namesIn(directory)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => {
      const source = { name: prefix + name, text: fileText(directory, name) }
      return directory.startsWith(ourFolder) ? { ...source, isKnown: true } : source
    })
}

function fileText(directory: string, name: string): string {
  try {
    return decodedText(readFileSync(join(directory, name)))
  } catch (error) {
    if (error instanceof TextUndecodable) throw new SchematronError(`${name}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}

/** The folder of a rule set may be missing; any other must exist. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && ruleSets.some((set) => directory.endsWith(set))) return []
    throw error
  }
}
