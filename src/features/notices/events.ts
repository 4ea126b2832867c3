import type { Database } from '../../store/database/database.ts'
import type { FeedRow } from '../../store/log/feed.ts'
import type { ApprovalNews } from './approval-news.ts'
import { type NoticeEvent, type RefusedLeg, refusedLegs, type StalledLeg } from './gather-notices.ts'
import { plainText } from './plain-text.ts'

/**
 * What an entry of the feed means for people. The key names the state that was reached, not the
 * entry: later entries of the same revision repeat the state, and are not news.
 */
export async function eventsOf(db: Database, row: FeedRow): Promise<readonly NoticeEvent[]> {
  const { documentId, revision, at } = row
  const place = `${documentId}:${revision}`
  if (row.overallStatus === 'VALIDATION_FAILED')
    return [{ key: `failed_rules:${place}`, kind: 'failed_rules', documentId, reason: undefined, at }]
  if (!isRejected(row)) return []
  const legs = await refusedLegs(db, row)
  const verdicts = [
    ...(row.participantStatus === 'REJECTED' ? [{ kind: 'participant', corner: 'C3' } as const] : []),
    ...(row.ftaStatus === 'REJECTED' ? [{ kind: 'authority', corner: 'C5' } as const] : []),
  ]
  if (verdicts.length === 0) {
    const leg = legs.find(({ status }) => status === 'FAILED')
    return [{ key: `undelivered:${place}`, kind: 'undelivered', documentId, reason: reasonOf(leg), at }]
  }
  return verdicts.map(({ kind, corner }) => {
    const leg = legs.findLast((one) => one.corner === corner && one.status === 'REJECTED')
    return { key: `${kind}:${place}`, kind, documentId, reason: reasonOf(leg), at }
  })
}

/** A leg that stalls again after a retry is news again: it has more attempts. */
export function stalledEvent({ transmissionUuid, attempts, documentId, cause, at }: StalledLeg): NoticeEvent {
  const reason = cause === undefined ? undefined : plainText(cause, reasonCharactersMax)
  return { key: `stalled:${transmissionUuid}:${attempts}`, kind: 'stalled', documentId, reason, at }
}

/** What waits concerns those who may approve it; what came back concerns its author. */
export function approvalEvent({ id, status, authorId, note, at }: ApprovalNews): NoticeEvent {
  if (status === 'WAITING') {
    const concerns = { approversBut: authorId }
    return { key: `approval_waiting:${id}`, kind: 'approval_waiting', documentId: id, reason: undefined, at, concerns }
  }
  const reason = note === undefined ? undefined : plainText(note, reasonCharactersMax)
  const concerns = { author: authorId }
  const kind = status === 'RETURNED' ? 'approval_returned' : 'approval_expired'
  return { key: `${kind}:${id}`, kind, documentId: id, reason, at, concerns }
}

function isRejected({ overallStatus, participantStatus, ftaStatus }: FeedRow): boolean {
  return overallStatus === 'REJECTED' || participantStatus === 'REJECTED' || ftaStatus === 'REJECTED'
}

function reasonOf(leg: RefusedLeg | undefined): string | undefined {
  return leg?.reason === undefined ? undefined : plainText(leg.reason, reasonCharactersMax)
}

const reasonCharactersMax = 300
