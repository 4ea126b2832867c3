// An entry for the service alone: rules, findings and the catalogue. It compiles no rules.

export { SchematronError as RulesUnreadable } from '@selfbill/schematron/errors'
export type { CatalogueRule } from './catalogue/catalogue.ts'
export { type ListedRule, listedRule } from './catalogue/listed-rule.ts'
export { type Circumstances, type CreditedMarks, judgedIn } from './circumstances.ts'
export { inArabic } from './findings/arabic.ts'
export { fieldOf } from './findings/field.ts'
export { ruleFindings } from './findings/finding.ts'
export { findingsIn, findingsPiecesIn, type Language } from './findings/findings-in.ts'
export { attributeOf } from './findings/text-found.ts'
export { isDocumentSet, type RuleSet, ruleSets } from './rule-set.ts'
export {
  isFatal,
  type LaterRulebook,
  type Rulebook,
  type RuleFinding,
  type RuleSetIdentity,
  ruleIdsOf,
  succeededBy,
} from './rulebook.ts'
export { headerIn, isNamed, specifications } from './specification.ts'
