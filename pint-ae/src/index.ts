// The public interface of @selfbill/pint-ae.

export { type Computed, type ComputeOptions, compute, type FieldProblem, type Refused } from './compute.ts'
export type { Family } from './document/family.ts'
export { families } from './document/family.ts'
export type { Flag, RuleFinding } from './rulebook/findings/finding.ts'
export type { Language } from './rulebook/findings/findings-in.ts'
export type { Fix } from './rulebook/findings/repair.ts'
