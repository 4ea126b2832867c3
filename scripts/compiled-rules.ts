import { catalogueOf, readOurRuleFiles, writeOurRules } from '@selfbill/pint-ae/rule-files'

/**
 * The text of the module that stands for `#rules` in what is published: our rules as code, so that
 * nobody who installs a package reads or compiles a rule file.
 */
export function compiledRules(): string {
  return `// Written by scripts/compiled-rules.ts.
import { openWritten } from '@selfbill/schematron/written'
import { writtenRulebooks } from './written-rulebook.js'

export const ourRulebook = ${writeOurRules()}
`
}

/** The same for `#catalogue`, which few need. */
export function compiledCatalogue(): string {
  return `// Written by scripts/compiled-rules.ts.
const rules = ${JSON.stringify(JSON.stringify(catalogueOf(readOurRuleFiles(), true)))}
export function ourCatalogue() {
  return JSON.parse(rules)
}
`
}
