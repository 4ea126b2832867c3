import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { SchematronError } from '../schematron/errors.ts'
import type { SchematronSource } from '../schematron/schema.ts'
import type { RuleSet } from './rule-set.ts'
import { documentSets, isDocumentSet, ruleSets } from './rule-set.ts'

/**
 * Reads the rule files from disk: ours, or those of `directory`, an operator's own. In either,
 * files beside each other judge every invoice and credit note, those in a folder named after a rule
 * set only its documents. For tax data documents and message level statuses ours are read where
 * that folder holds none. The gaps are always ours. This is the one place of this room that touches
 * the disk; the service calls it once, at start.
 *
 * @throws when the directory cannot be read or holds no rule file for invoices and credit notes
 */
export function readRuleFiles(directory: string = ourDirectory): RuleFiles {
  const shared = sourcesIn(directory, '')
  const own = new Map(ruleSets.map((set) => [set, sourcesOf(set, directory)]))
  if (shared.length === 0 && documentSets.some((set) => own.get(set)?.length === 0)) {
    throw new Error(`${directory} holds no rule file (*.sch)`)
  }
  return { shared, own, gaps: sourcesIn(roomDirectory('gaps'), 'gaps/') }
}

/** The texts of all rule files; their names are unlike each other. */
export interface RuleFiles {
  /** Of invoices and credit notes alone, as are the gaps. */
  readonly shared: readonly SchematronSource[]
  readonly own: ReadonlyMap<RuleSet, readonly SchematronSource[]>
  readonly gaps: readonly SchematronSource[]
}

const ownRoom = fileURLToPath(new URL('./', import.meta.url))
const ourDirectory = roomDirectory('pint-ae')

function sourcesOf(set: RuleSet, directory: string): readonly SchematronSource[] {
  const found = sourcesIn(join(directory, set), `${set}/`)
  return found.length > 0 || isDocumentSet(set) ? found : sourcesIn(roomDirectory(set), `${set}/`)
}

function roomDirectory(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.url))
}

function sourcesIn(directory: string, prefix: string): SchematronSource[] {
  return namesIn(directory)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => {
      const source = { name: prefix + name, text: fileText(directory, name) }
      return directory.startsWith(ownRoom) ? { ...source, isKnown: true } : source
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

/** The folder of a rule set may be missing; any other must be there. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && ruleSets.some((set) => directory.endsWith(set))) return []
    throw error
  }
}
