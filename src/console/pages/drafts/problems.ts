import type { ValidationResult } from '../../../../client/src/api-types.ts'

/**
 * Findings with one cause, which one correction cures. The fatal ones of a group come first; the
 * first of them names the place.
 */
export interface Problem {
  readonly first: ValidationResult
  /** The ids of all rules that fail by it. */
  readonly rules: readonly string[]
}

/**
 * The problems behind findings, in the order of their first findings. Rules are siblings in a
 * document if they blame the same part of it, or one of them blames none.
 */
export function problemsIn(findings: readonly ValidationResult[]): readonly Problem[] {
  const problems: { readonly group: number; readonly found: ValidationResult[] }[] = []
  for (const finding of findings) {
    const group = siblings.findIndex((rules) => rules.includes(finding.reasonCode))
    const known = group === -1 ? undefined : problems.find((one) => one.group === group && isNear(one.found, finding))
    if (known === undefined) problems.push({ group, found: [finding] })
    else known.found.push(finding)
  }
  return problems.map(({ found }) => problemOf(found))
}

/** Found by experiment: documents with one fault each (problems.full.test.ts). */
const siblings: readonly (readonly string[])[] = [
  // The service accounting code.
  ['IBR-185-AE', 'IBR-186-AE', 'IBR-189-AE'],
  // The type of a registration.
  ['IBR-173-AE', 'IBR-181-AE'],
  // The tax scheme of a party, a charge or an allowance.
  ['IBR-133-AE', 'IBR-134-AE', 'IBR-148-AE', 'ALIGNED-IBRP-032', 'ALIGNED-IBRP-037'],
  // The standard rate.
  ['ALIGNED-IBRP-S-05', 'ALIGNED-IBRP-S-06', 'ALIGNED-IBRP-S-07', 'IBR-190-AE'],
  // The profit margin scheme.
  ['IBR-105-AE', 'IBR-111-AE'],
  ['IBR-102-AE', 'IBR-114-AE', 'IBR-115-AE'],
  // Who the buyer is.
  ['IBR-135-AE', 'IBR-TDD-33'],
]

function isNear(found: readonly ValidationResult[], { flag, field }: ValidationResult): boolean {
  const parts = new Set([...found.map((one) => partOf(one.field)), partOf(field)])
  parts.delete(undefined)
  return parts.size <= 1 && found.every((one) => one.flag === flag)
}

/** The line, charge or party of a member: `document_lines[1]`. */
function partOf(field: string | null): string | undefined {
  return field?.split('.')[0]
}

/** A finding that names its member and a repair says more than one that does not. */
function problemOf(found: readonly ValidationResult[]): Problem {
  const [first] = found.toSorted((one, other) => telling(other) - telling(one))
  if (first === undefined) throw new Error('a problem has a finding')
  return { first, rules: [...new Set(found.map(({ reasonCode }) => reasonCode))] }
}

function telling({ field, fix }: ValidationResult): number {
  return Number(field !== null) + 2 * Number(fix !== null)
}
