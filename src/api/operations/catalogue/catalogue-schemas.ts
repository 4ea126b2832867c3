import Type from 'typebox'
import { ruleSets } from '../../../rulebook/rule-set.ts'

const Severity = Type.Union([Type.Literal('fatal'), Type.Literal('warning')])
const Sets = Type.Array(Type.String({ enum: [...ruleSets] }))
const texts = (description: string) => Type.Array(Type.String(), { description })

/** A rule of the catalogue; see rulebook/catalogue/catalogue.ts. */
export const CatalogueRule = Type.Object({
  id: Type.String({ description: 'The reasonCode of its findings' }),
  official: Type.Boolean({ description: 'False for our own rules, which close gaps of the official set' }),
  severity: Severity,
  sets: Sets,
  terms: texts('Business terms, such as IBT-131 or BTAE-10'),
  fields: texts('Members of a request that it reads; computed values are not listed'),
  assertions: Type.Array(
    Type.Object({
      sets: Sets,
      severity: Severity,
      context: Type.String({ description: 'XPath: the elements it checks' }),
      test: Type.String({ description: 'XPath 2: the condition they must meet' }),
      message: Type.Object({ en: Type.String(), ar: Type.Union([Type.String(), Type.Null()]) }),
    }),
  ),
})

export const CatalogueRules = Type.Object({ rules: Type.Array(CatalogueRule) })

const listMembers = { name: Type.String(), title: Type.String(), rules: texts('The rules that use the list') }

export const CodeListSummaries = Type.Object({
  codelists: Type.Array(Type.Object({ ...listMembers, count: Type.Integer() })),
})

export const CodeList = Type.Object({
  ...listMembers,
  codes: Type.Array(Type.Object({ code: Type.String(), name: Type.Union([Type.String(), Type.Null()]) })),
})
