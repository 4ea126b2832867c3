import type { Html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { standingOf } from '../../../api/documents/standing-words.ts'
import { type BadgeTone, badge } from '../../parts/badge.ts'
import type { Visit } from '../../route.ts'
import { documentWords } from './document-words.ts'

/** The status of a document and of its legs as badges. */
export function statusBadge(
  { say }: Pick<Visit, 'say'>,
  { status, attention }: Pick<ListedDocument, 'status' | 'attention'>,
): Html {
  const standing = standingOf({ status, attention })
  return badge(tones[standing], say(documentWords[standing]))
}

const tones: Readonly<Record<ReturnType<typeof standingOf>, BadgeTone>> = {
  stalled: 'bad',
  overdue: 'warning',
  unsent: 'quiet',
  PENDING: 'active',
  APPROVED: 'good',
  REJECTED: 'bad',
  VALIDATION_FAILED: 'bad',
}

export function legBadge({ say }: Pick<Visit, 'say'>, leg: ListedDocument['c3']): Html {
  if (leg === null) return badge('quiet', say(documentWords.nothingSent))
  return badge(legTones[leg.status], say(documentWords[`leg${leg.status}`]))
}

export type LegStatus = NonNullable<ListedDocument['c3']>['status']

const legTones: Readonly<Record<LegStatus, BadgeTone>> = {
  PENDING: 'active',
  SENDING: 'active',
  RETRYING: 'warning',
  SUBMITTED: 'active',
  APPROVED: 'good',
  REJECTED: 'bad',
  FAILED: 'bad',
  STALLED: 'bad',
  NOT_REQUIRED: 'quiet',
}

export const legStatuses = [
  'PENDING',
  'SENDING',
  'RETRYING',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'FAILED',
  'STALLED',
  'NOT_REQUIRED',
] as const satisfies readonly LegStatus[]
