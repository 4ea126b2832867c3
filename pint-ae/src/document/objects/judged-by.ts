import type { Static } from 'typebox'
import { described, namedObject, optional } from '../declaration/declare.ts'
import { flag, identifier } from '../declaration/leaves.ts'

/** The rules that judged a document when it was issued. Source: docs/decisions/0080. */
export const JudgedBy = namedObject('JudgedBy', {
  rule_set: identifier(),
  version: optional(described(identifier(), "Absent where the operator's own rule files apply")),
  tax_data_version: optional(described(identifier(), 'The rules of the report to the tax authority')),
  additional_rules: described(flag(), 'Whether our rules applied, those whose findings are not `official`'),
  digest: described(identifier(), 'Changes with every change of a rule: two documents with the same one had the same'),
})

export type JudgedBy = Static<typeof JudgedBy>
