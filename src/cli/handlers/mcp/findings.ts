import { Type } from '@selfbill/pint-ae/document'
import type { ValidationResult } from '../../../../client/src/api-types.ts'
import type { LineMarks } from './foreign-text.ts'
import { foreign, MaybeForeign, unlessPlain } from './foreign-text.ts'
import { ruleLinks } from './links.ts'
import type { ToolParts } from './tool.ts'

/** The schema of a finding. */
export const Finding = Type.Object({
  rule: Type.String(),
  flag: Type.String({ description: 'fatal: the document is not sent; warning: it is' }),
  official: Type.Boolean(),
  text: MaybeForeign,
  field: Type.Unknown({ description: 'The member of the request that must change, or null' }),
  value: Type.Unknown({ description: 'What was found there, marked, or null' }),
  fix: Type.Unknown({ description: 'The one sure repair, as a JSON Patch, or null' }),
  links: Type.Object({ api: Type.String(), page: Type.String() }),
})

export type MarkedFinding = Awaited<ReturnType<typeof markedFindings>>[number]

export function markedFindings(found: readonly ValidationResult[], { rules, address }: ToolParts) {
  return Promise.all(
    found.map(async ({ reasonCode, flag, official, text, field, value, fix }) => ({
      rule: reasonCode,
      flag,
      official,
      text: await rules.mark(reasonCode, text),
      field,
      value: value === null ? null : foreign(value),
      fix: fix?.map(({ op, path, value: repaired }) => ({ op, path, value: unlessPlain(repaired) })) ?? null,
      links: ruleLinks(address, reasonCode),
    })),
  )
}

/** The first findings, a line each. */
export function findingLines(findings: readonly MarkedFinding[], mark: LineMarks['mark']): readonly string[] {
  const shown = findings.slice(0, shownMax).map(({ rule, flag, field, text, value, fix }) => {
    const found = value === null ? '' : ` Found: ${mark(value)}.`
    const repair = fix === null ? '' : ' There is one sure repair: fix.'
    return `${flag} ${rule}${field === null ? '' : ` ${field}`}: ${mark(text)}${found}${repair}`
  })
  const hidden = findings.length - shown.length
  return hidden > 0 ? [...shown, `${hidden} more findings in the structured content.`] : shown
}

const shownMax = 20
