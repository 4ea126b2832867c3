import type { Finding } from './engine.ts'
import { findingLocation } from './svrl.ts'

/** The result of judging one document. */
export interface Verdict {
  /** Whether there is no finding. */
  readonly isValid: boolean
  /** Pattern by pattern, each in document order. */
  readonly findings: readonly VerdictFinding[]
}

/** An assertion that failed, a report that was met, or one that could not be evaluated. */
export interface VerdictFinding {
  /** Empty when the schema gives none. */
  readonly id: string
  /** `assert` failed, or `report` was met. */
  readonly kind: 'assert' | 'report'
  /** Such as `fatal` or `warning`; empty when the schema gives none. */
  readonly flag: string
  readonly role?: string
  /** The message with its values filled in. */
  readonly message: string
  /** The XPath of the node that the rule is about, with namespaces and positions. */
  readonly location: string
  readonly test: string
  readonly context: string
  /** The id of the pattern; empty when the schema gives none. */
  readonly pattern: string
  /** The file of the assertion. */
  readonly source: string
  readonly diagnostics?: readonly Diagnostic[]
  /** The properties of the assertion, with their values filled in. */
  readonly properties?: readonly Property[]
  /** Why the test could not be evaluated on this document. */
  readonly error?: string
}

export interface Diagnostic {
  readonly id: string
  readonly text: string
  readonly role?: string
  /** Its `xml:lang`. */
  readonly lang?: string
}

export interface Property extends Diagnostic {
  readonly scheme?: string
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  return { isValid: findings.length === 0, findings: findings.map(findingOf) }
}

function findingOf(finding: Finding): VerdictFinding {
  const { assertion, message, error, diagnostics, properties, role } = finding
  const { id, isReport, flag, test, context, pattern, source } = assertion
  return {
    id,
    kind: isReport ? 'report' : 'assert',
    flag,
    ...(role === undefined ? {} : { role }),
    message,
    location: findingLocation(finding),
    test,
    context,
    pattern,
    source,
    ...(diagnostics === undefined ? {} : { diagnostics }),
    ...(properties === undefined ? {} : { properties }),
    ...(error === undefined ? {} : { error }),
  }
}
