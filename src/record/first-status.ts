/**
 * Whether a document is sent, and its status when it is stored. The status is null without the
 * Phase 2 subscription: the document is not sent over Peppol.
 */
export function firstStatus(isValid: boolean, hasPhase2: boolean): FirstStatus {
  if (!isValid) return { isSent: false, overallStatus: 'VALIDATION_FAILED' }
  return hasPhase2 ? { isSent: true, overallStatus: 'PENDING' } : { isSent: false, overallStatus: null }
}

export interface FirstStatus {
  readonly isSent: boolean
  readonly overallStatus: 'VALIDATION_FAILED' | 'PENDING' | null
}
