import type { OverdueLeg } from '../../store/legs/overdue-legs.ts'
import type { StalledLeg } from '../../store/legs/stalled-legs.ts'
import { printable } from '../printable.ts'

/** A stalled leg as `legs --stalled` prints it. */
export function stalledLine(leg: StalledLeg): string {
  const since = new Date(leg.since).toISOString()
  const { documentNumber, family, attempts, transmissionUuid } = leg
  return printable(
    `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  ` +
      `${attempts} attempts  since ${since}  ${lastError(leg)}`,
  )
}

/** An overdue leg as `legs --overdue` prints it. */
export function overdueLine(leg: OverdueLeg): string {
  const { documentNumber, family, receiverId, transmissionUuid } = leg
  const receipt = new Date(leg.receiptAt).toISOString()
  const since = new Date(leg.overdueAt).toISOString()
  return printable(
    `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  ` +
      `receipt ${receipt}  overdue since ${since}  ${receiverId}`,
  )
}

/** The last error of a stalled leg, in one line. */
export function lastError({ transmissionResponse }: StalledLeg): string {
  const response = transmissionResponse === undefined ? {} : JSON.parse(transmissionResponse)
  return String(response.transmissionError ?? 'no answer').replaceAll(/\s+/g, ' ')
}

/** `C3`, `C5`; for a report after the first one `C5/R` or `C5/W`. */
function legName({ corner, report }: StalledLeg | OverdueLeg): string {
  return report === undefined ? corner : `${corner}/${report}`
}
