import type { Static } from 'typebox'
import { namedObject, optional } from '../declaration/declare.ts'
import { flag, identifier } from '../declaration/leaves.ts'

/** The rules that judged a document when it was issued. Source: docs/decisions/0080. */
export const JudgedBy = namedObject('JudgedBy', {
  rule_set: identifier(),
  version: optional(identifier()),
  tax_data_version: optional(identifier()),
  additional_rules: flag(),
  digest: identifier(),
})

export type JudgedBy = Static<typeof JudgedBy>
