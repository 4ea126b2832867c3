import { Type } from '@selfbill/pint-ae/document'
import type { CatalogueRule, ValidationResult } from '../../../../../client/src/api-types.ts'
import { errorNamed } from '../../explained-errors.ts'
import { ruleFacts, rulesNamed } from '../../explained-rules.ts'
import { type Answer, answer } from '../answer.ts'
import { type AnsweredDocument, exactJson } from '../document-answer.ts'
import { CallRefused } from '../failure.ts'
import { findingLines, markedFindings } from '../findings.ts'
import { FamilyInput, IdInput } from '../inputs.ts'
import { documentLinks, documentPath, errorPage, fieldPage, ruleLinks } from '../links.ts'
import { type ToolParts, tool } from '../tool.ts'

/** What a rule demands, what a finding is about, what a field means, what to do about an error. */
export const explain = tool({
  name: 'explain',
  title: 'Explain a rule, a finding, a field or an error',
  description:
    'rule: what a rule demands and which fields it reads (name: IBR-128-AE). finding: the same with what was found ' +
    'in one document (name: the rule; family and id: the document). field: meaning, type, example and rules of a ' +
    'member or business term (name: document_lines.quantity, tin or IBT-129). error: an id of error_codes: its ' +
    'sentence, status and what to do (name: must_be_date).',
  isWrite: false,
  input: Type.Object(
    {
      kind: Type.Enum(['rule', 'finding', 'field', 'error'] as const),
      name: Type.String(),
      family: Type.Optional(FamilyInput),
      id: Type.Optional(IdInput),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    rules: Type.Optional(Type.Array(Type.Unknown())),
    findings: Type.Optional(Type.Array(Type.Unknown())),
    fields: Type.Optional(Type.Array(Type.Unknown())),
    error: Type.Optional(Type.Unknown()),
    links: Type.Unknown(),
  }),
  async call({ kind, name, family, id }, parts, signal) {
    if (kind === 'field') return explainFields(name, parts)
    if (kind === 'error') return explainError(name, parts)
    if (kind === 'rule') return explainRule(name, parts)
    if (family === undefined || id === undefined)
      throw new CallRefused('document_missing', 'A finding is of a document: name its family and id')
    const path = documentPath(family, id)
    const { meta_info: meta } = exactJson(await parts.client.send('GET', path, { signal })) as AnsweredDocument
    const found = meta.peppol_status?.validation_results ?? []
    return explainFinding(name, found, documentLinks(parts.address, family, id), parts)
  },
})

async function explainRule(name: string, parts: ToolParts): Promise<Answer> {
  const rules = await rulesOfService(name, parts)
  return answer({ rules: rules.map(ruleFacts), links: ruleLinks(parts.address, name.toUpperCase()) }, () =>
    rules.flatMap(ruleLines),
  )
}

async function explainFinding(
  name: string,
  found: readonly ValidationResult[],
  document: ReturnType<typeof documentLinks>,
  parts: ToolParts,
): Promise<Answer> {
  const rules = await rulesOfService(name, parts)
  const ofRule = found.filter(({ reasonCode }) => reasonCode === name.toUpperCase())
  const findings = await markedFindings(ofRule, parts)
  const { factsOf, fieldsNamed } = await fieldWords()
  const fields = [...new Set(findings.flatMap(({ field }) => field ?? []))].flatMap((field) => fieldsNamed(field))
  const all = await parts.rules.all()
  const content = {
    rules: rules.map(ruleFacts),
    findings,
    fields: fields.map((field) => factsOf(field, all)),
    links: { ...ruleLinks(parts.address, name.toUpperCase()), document },
  }
  return answer(content, (mark) => [
    ...rules.flatMap(ruleLines),
    findings.length === 0 ? 'The document has no finding of this rule.' : `Findings: ${findings.length}`,
    ...findingLines(findings, mark),
  ])
}

async function explainFields(name: string, parts: ToolParts): Promise<Answer> {
  const { factsOf, fieldsNamed } = await fieldWords()
  const fields = fieldsNamed(name).slice(0, fieldsMax)
  if (fields.length === 0)
    throw new CallRefused('field_not_found', 'No field or business term has this name; try tin or IBT-129')
  const rules = await parts.rules.all()
  const facts = fields.map((field) => factsOf(field, rules))
  return answer({ fields: facts, links: { page: fieldPage(parts.address, name) } }, () =>
    facts.map(({ name: member, description, type, terms }) => {
      return `${member} (${type}${terms.length > 0 ? `, ${terms.join(' ')}` : ''}): ${description.en}`
    }),
  )
}

function explainError(name: string, parts: ToolParts): Answer {
  const error = errorNamed(name)
  if (error === undefined) throw new CallRefused('error_not_found', 'No error has this id; try must_be_date')
  const { id, status, message, what_to_do: advice } = error
  return answer({ error, links: { page: errorPage(parts.address, id) } }, () => [
    `${id}${status === null ? '' : ` (${status})`}: ${message.en}`,
    advice,
  ])
}

/** Loaded with the first field: it needs every operation, and the other tools need none of them. */
function fieldWords() {
  return import('../../explain.ts')
}

async function rulesOfService(name: string, parts: ToolParts): Promise<readonly CatalogueRule[]> {
  const rules = rulesNamed(name, await parts.rules.all())
  if (rules.length > 0) return rules
  // The service's own answer for an id that it does not know.
  return (await parts.client.call('retrieveRule', { params: { id: name } })).items
}

function ruleLines({ id, official, severity, fields, assertions }: CatalogueRule): readonly string[] {
  const messages = [...new Set(assertions.map(({ message }) => message.en))]
  return [
    `${id}: ${severity}, ${official ? 'official' : 'ours'}. ${messages.join(' ')}`,
    ...(fields.length > 0 ? [`It reads ${fields.join(', ')}`] : []),
  ]
}

const fieldsMax = 10
