import type { OverallStatus } from '../../store/documents/document-row.ts'
import type { AttentionReason, LegStanding } from '../../store/overview/overview-rows.ts'

/** The statuses of a document and of its legs as people read them, in pages and files alike. */
export const standingWords = {
  stalled: { en: 'Stopped', ar: 'توقّف الإرسال' },
  overdue: { en: 'Answer overdue', ar: 'تأخّر الرد' },
  nothingSent: { en: 'Not sent', ar: 'لم يُرسل' },
  PENDING: { en: 'On the way', ar: 'قيد الإرسال' },
  APPROVED: { en: 'Approved', ar: 'معتمدة' },
  REJECTED: { en: 'Rejected', ar: 'مرفوضة' },
  VALIDATION_FAILED: { en: 'Rules failed', ar: 'قواعد غير مستوفاة' },
  unsent: { en: 'Not sent over Peppol', ar: 'غير مرسلة عبر شبكة Peppol' },
  legPENDING: { en: 'Waiting', ar: 'في الانتظار' },
  legSENDING: { en: 'Being sent', ar: 'يُرسل الآن' },
  legRETRYING: { en: 'Trying again', ar: 'إعادة المحاولة' },
  legSUBMITTED: { en: 'Awaits answer', ar: 'بانتظار الرد' },
  legAPPROVED: { en: 'Approved', ar: 'معتمدة' },
  legREJECTED: { en: 'Rejected', ar: 'مرفوضة' },
  legFAILED: { en: 'Failed', ar: 'فشل' },
  legSTALLED: { en: 'Stopped', ar: 'متوقف' },
  legNOT_REQUIRED: { en: 'Not needed', ar: 'غير مطلوب' },
} as const

/** How a document stands: one that waits for a person is not simply on its way. */
export function standingOf({ status, attention }: Standing): OverallStatus | 'stalled' | 'overdue' | 'unsent' {
  if (status === 'PENDING' && attention.includes('stalled')) return 'stalled'
  if (status === 'PENDING' && attention.includes('overdue')) return 'overdue'
  return status ?? 'unsent'
}

interface Standing {
  readonly status: OverallStatus | null
  readonly attention: readonly AttentionReason[]
}

/** How a leg stands; undefined when nothing is sent. */
export function legStandingOf(
  leg: Pick<LegStanding, 'status'> | undefined,
): `leg${LegStanding['status']}` | 'nothingSent' {
  return leg === undefined ? 'nothingSent' : `leg${leg.status}`
}
