import { instantAt } from '@selfbill/pint-ae/document'
import type { OverdueLeg } from '../../store/legs/overdue-legs.ts'
import type { StalledLeg } from '../../store/legs/stalled-legs.ts'

/** A stalled leg as `legs --stalled` lists it. */
export function stalledRow(leg: StalledLeg) {
  return { ...legFacts(leg), attempts: leg.attempts, since: instantAt(leg.since), error: lastError(leg) }
}

export const stalledColumns = [
  'transmission_uuid',
  'document_number',
  'family',
  'leg',
  'report',
  'attempts',
  'since',
  'error',
] as const

/** An overdue leg as `legs --overdue` lists it. */
export function overdueRow(leg: OverdueLeg) {
  return {
    ...legFacts(leg),
    receipt_at: instantAt(leg.receiptAt),
    overdue_since: instantAt(leg.overdueAt),
    receiver_id: leg.receiverId,
  }
}

export const overdueColumns = [
  'transmission_uuid',
  'document_number',
  'family',
  'leg',
  'report',
  'receipt_at',
  'overdue_since',
  'receiver_id',
] as const

/** The last error of a stalled leg, in one line. */
export function lastError({ transmissionResponse }: StalledLeg): string {
  const response = transmissionResponse === undefined ? {} : JSON.parse(transmissionResponse)
  return String(response.transmissionError ?? 'no answer').replaceAll(/\s+/g, ' ')
}

/** `report`: R or W for a report after the first one. */
function legFacts({ transmissionUuid, documentNumber, family, corner, report }: StalledLeg | OverdueLeg) {
  return {
    transmission_uuid: transmissionUuid,
    document_number: documentNumber,
    family,
    leg: corner,
    report: report ?? null,
  }
}
