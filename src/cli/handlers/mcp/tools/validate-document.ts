import { Type } from '@selfbill/pint-ae/document'
import { answer } from '../answer.ts'
import { Finding, findingLines, markedFindings } from '../findings.ts'
import { tool } from '../tool.ts'

/** Judges XML that somebody has; for a request of the API there is the dry run. */
export const validateDocument = tool({
  name: 'validate_document',
  title: 'Validate a UBL document',
  description:
    'Judges a UBL document (XML) by the rules of its customisation id, PINT AE for the UAE. Stores and sends ' +
    'nothing. To check a JSON request use dry_run.',
  isWrite: false,
  input: Type.Object(
    { xml: Type.String({ description: 'The whole UBL document, in UTF-8' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ valid: Type.Boolean(), rule_book: Type.Unknown(), findings: Type.Array(Finding) }),
  async call({ xml }, parts, signal) {
    const { valid, rule_book, findings } = await parts.client.call('validateDocument', { body: xml, signal })
    const marked = await markedFindings(findings, parts)
    return answer({ valid, rule_book, findings: marked }, (mark) => [
      `${valid ? 'Valid' : 'NOT valid'} by ${rule_book.name} ${rule_book.version ?? ''}. Findings: ${marked.length}`,
      ...findingLines(marked, mark),
    ])
  },
})
