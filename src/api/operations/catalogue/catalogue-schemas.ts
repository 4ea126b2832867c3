import { answerEnum, answerObject, orNull, Type } from '@selfbill/pint-ae/document'
import { ruleSets } from '@selfbill/pint-ae/rulebook'
import { listOf } from '../../request/lists.ts'

/** A fatal finding stops the document, a warning does not. */
export const severities = ['fatal', 'warning'] as const

const Severity = answerEnum('Severity', severities)
const Sets = Type.Array(answerEnum('RuleSet', ruleSets))
const texts = () => Type.Array(Type.String())

const RuleMessage = answerObject('RuleMessage', { en: Type.String(), ar: orNull(Type.String()) })

const RuleAssertion = answerObject('RuleAssertion', {
  sets: Sets,
  severity: Severity,
  context: Type.String(),
  test: Type.String(),
  message: RuleMessage,
})

/** A rule of the catalogue; see rulebook/catalogue/catalogue.ts. */
const CatalogueRule = answerObject('CatalogueRule', {
  id: Type.String(),
  official: Type.Boolean(),
  severity: Severity,
  sets: Sets,
  terms: texts(),
  fields: texts(),
  assertions: Type.Array(RuleAssertion),
})

export const CatalogueRules = listOf('CatalogueRules', CatalogueRule)

const listMembers = { name: Type.String(), title: Type.String(), rules: texts() }

const CodeListSummary = answerObject('CodeListSummary', { ...listMembers, count: Type.Integer() })

export const CodeListSummaries = listOf('CodeListSummaries', CodeListSummary)

const ListedCode = answerObject('ListedCode', { code: Type.String(), name: orNull(Type.String()) })

export const CodeList = answerObject('CodeList', { ...listMembers, codes: Type.Array(ListedCode) })
