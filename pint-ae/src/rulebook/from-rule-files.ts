// An entry for the service and the build: compiles rule files.

export { catalogueOf } from './catalogue/catalogue.ts'
export { rulebookOf } from './compile-rulebook.ts'
export { type RuleFiles, readOurRuleFiles } from './rule-files.ts'
export { writeOurRules } from './write-rulebook.ts'
