import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchematronSource } from '../schematron/schema.ts'
import type { RuleSet } from './rule-set.ts'
import { ruleSets } from './rule-set.ts'

/**
 * Reads the rule files from disk: ours, or those of `directory`, an operator's own. In either, files beside each other judge
 * every document, those in a folder named after a rule set only its documents. The gaps are always ours. This is the one place
 * of this room that touches the disk; the service calls it once, at start.
 *
 * @throws when the directory cannot be read or holds no rule file
 */
export function readRuleFiles(directory: string = ourDirectory): RuleFiles {
  const shared = sourcesIn(directory, '')
  const own = ruleSets.map((set) => [set, sourcesIn(join(directory, set), `${set}/`)] as const)
  if (shared.length === 0 && own.some(([, files]) => files.length === 0)) {
    throw new Error(`${directory} holds no rule file (*.sch)`)
  }
  return { shared, own: new Map(own), gaps: sourcesIn(gapDirectory, 'gaps/') }
}

/** The texts of all rule files; their names are unlike each other. */
export interface RuleFiles {
  readonly shared: readonly SchematronSource[]
  readonly own: ReadonlyMap<RuleSet, readonly SchematronSource[]>
  readonly gaps: readonly SchematronSource[]
}

const ourDirectory = fileURLToPath(new URL('pint-ae/', import.meta.url))
const gapDirectory = fileURLToPath(new URL('gaps/', import.meta.url))

function sourcesIn(directory: string, prefix: string): SchematronSource[] {
  return namesIn(directory)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => ({ name: prefix + name, text: readFileSync(join(directory, name), 'utf8') }))
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
