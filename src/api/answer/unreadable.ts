import { answerEnum } from '@selfbill/pint-ae/document'

/**
 * Why an entry of a list lacks what is stored encrypted. Source: docs/decisions/0188.
 */
export const UnreadableReason = answerEnum('UnreadableReason', ['SECRET_KEY_CHANGED'])

/** The member of such an entry; others lack it. */
export const unreadable = { unreadable_reason: 'SECRET_KEY_CHANGED' } as const
