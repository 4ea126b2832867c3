import { hash } from 'node:crypto'
import { readRuleFile, type SchematronSource, writtenSchema } from '@selfbill/schematron/engine'
import { rulebookOf } from './compile-rulebook.ts'
import { readOurRuleFiles } from './rule-files.ts'
import { isDocumentSet, type RuleSet, ruleSets } from './rule-set.ts'

/**
 * Our rules as the text of a JavaScript expression: a call of `writtenRulebooks`, with the code of
 * the rules in it. Whoever runs it neither reads nor compiles a rule file.
 */
export function writeOurRules(): string {
  const files = readOurRuleFiles()
  const { shared, own, gaps } = files
  const sourcesOf = (...sets: readonly RuleSet[]) => sets.flatMap((set) => own.get(set) ?? [])
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
  return `writtenRulebooks({
  ...${JSON.stringify(data)},
  documents: () => ${written(documents)},
  tdd: () => ${written(sourcesOf('tdd'))},
  mls: () => ${written(sourcesOf('mls'))},
})`
}

function written(sources: readonly SchematronSource[]): string {
  return writtenSchema(sources.map((source) => readRuleFile(source)))
}
