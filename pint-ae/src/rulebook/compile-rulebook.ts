import { type Assertion, compileSchema, SchematronError } from '@selfbill/schematron/engine'
import type { RuleFiles } from './rule-files.ts'
import { isDocumentSet } from './rule-set.ts'
import { type Digest, identityOf } from './rule-set-identity.ts'
import { type Rulebook, rulebookFrom } from './rulebook.ts'

/**
 * A rule book from the texts of its files: pure. The rules of a set are compiled together, on first
 * use.
 */
export function rulebookOf(files: RuleFiles, gaps: boolean, digest: Digest): Rulebook {
  const ours = gaps ? files.gaps : []
  const gapNames = new Set(ours.map(({ name }) => name))
  return rulebookFrom({
    schemaOf: (set) => {
      const own = files.own.get(set) ?? []
      const schema = compileSchema(isDocumentSet(set) ? [...files.shared, ...own, ...ours] : own)
      refuseUnnamed(schema.assertions)
      return schema
    },
    identityOf: (set) => identityOf(set, files, gaps, digest),
    isGap: (file) => gapNames.has(file),
  })
}

/** Findings and the catalogue name a rule by its id. */
function refuseUnnamed(assertions: readonly Assertion[]): void {
  const unnamed = assertions.find(({ id }) => id === '')
  if (unnamed)
    throw new SchematronError(`${unnamed.source}: rule ${unnamed.context}: assert without id: ${unnamed.test}`)
}
