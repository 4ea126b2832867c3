import { hash } from 'node:crypto'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { catalogueOf, isDocumentSet, rulebookOf, ruleSets } from '@selfbill/pint-ae/rulebook'
import { readRuleFile, type SchematronSource, writtenSchema } from '@selfbill/schematron/engine'

/**
 * The text of the module that stands for `#rules` in what is published: our rules as code, with
 * their catalogue, so that nobody who installs the package reads or compiles a rule file.
 */
export function compiledRules(): string {
  const files = readOurRuleFiles()
  const { shared, own, gaps } = files
  const sourcesOf = (...sets: readonly (typeof ruleSets)[number][]) => sets.flatMap((set) => own.get(set) ?? [])
  const documents = [...shared, ...sourcesOf(...ruleSets.filter(isDocumentSet)), ...gaps]
  const namesOf = (sources: readonly SchematronSource[]) => sources.map(({ name }) => name)
  const data = {
    files: Object.fromEntries(
      ruleSets.map((set) => [set, namesOf([...(isDocumentSet(set) ? shared : []), ...sourcesOf(set)])]),
    ),
    gaps: namesOf(gaps),
    identities: [true, false].flatMap((hasGaps) => {
      const rulebook = rulebookOf(files, hasGaps, (text) => hash('sha256', text, 'hex'))
      return ruleSets.map((set) => ({ set, identity: rulebook.identity(set) }))
    }),
  }
  return `// Written by scripts/compiled-rules.ts.
import { openWritten } from '@selfbill/schematron/written'
import { writtenRulebooks } from './written-rulebook.js'

export const ourRulebook = writtenRulebooks({
  ...${JSON.stringify(data)},
  documents: () => ${written(documents)},
  tdd: () => ${written(sourcesOf('tdd'))},
  mls: () => ${written(sourcesOf('mls'))},
})
`
}

/** The catalogue is apart, because few need it. */
export function compiledCatalogue(): string {
  return `// Written by scripts/compiled-rules.ts.
const rules = ${JSON.stringify(JSON.stringify(catalogueOf(readOurRuleFiles(), true)))}
export function ourCatalogue() {
  return JSON.parse(rules)
}
`
}

function written(sources: readonly SchematronSource[]): string {
  return writtenSchema(sources.map((source) => readRuleFile(source)))
}
