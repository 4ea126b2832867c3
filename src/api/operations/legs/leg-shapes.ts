import { answerEnum, answerObject, families, instant, instantAt, orNull, Type } from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import type { WaitingLeg } from '../../../store/legs/leg-causes.ts'
import { corners, legReports } from '../../../store/legs/legs.ts'
import { LegStatusAnswer } from '../../documents/snapshot.ts'

/** A leg that waits. */
export const LegAnswer = answerObject('WaitingLeg', {
  org_id: Type.String({ format: 'uuid' }),
  org_name: Type.Optional(Type.String()),
  transmission_uuid: Type.String({ format: 'uuid' }),
  document_id: Type.String({ format: 'uuid' }),
  family: answerEnum('Family', families),
  document_number: Type.String(),
  leg: answerEnum('Leg', corners, 'C3: to the other party, C5: to the tax authority'),
  report: Type.Optional(
    answerEnum('LegReport', legReports, 'R: reported again, W: withdrawn; absent for the leg of the document'),
  ),
  status: LegStatusAnswer,
  attempts: Type.Integer(),
  since: instant(),
  error: orNull(Type.String()),
  next_attempt_at: Type.Optional(instant()),
})

/** `organisations` are the names of those of the legs. */
export function legAnswer(leg: WaitingLeg, organisations: ReadonlyMap<string, string>): Static<typeof LegAnswer> {
  const name = organisations.get(leg.orgId)
  return {
    org_id: leg.orgId,
    ...(name !== undefined && { org_name: name }),
    transmission_uuid: leg.transmissionUuid,
    document_id: leg.documentId,
    family: leg.family,
    document_number: leg.documentNumber,
    leg: leg.corner,
    ...(leg.report !== undefined && { report: leg.report }),
    status: leg.status,
    attempts: leg.attempts,
    since: instantAt(leg.since),
    error: errorOf(leg),
    ...(leg.nextAttemptAt !== undefined && { next_attempt_at: instantAt(leg.nextAttemptAt) }),
  }
}

function errorOf({ transmissionResponse }: WaitingLeg): string | null {
  if (transmissionResponse === undefined) return null
  const { transmissionError }: { readonly transmissionError?: unknown } = Object(JSON.parse(transmissionResponse))
  return typeof transmissionError === 'string' ? transmissionError : null
}

/** The cause of legs that nothing went wrong with: their first attempt is still to come. */
export const notYetTried = 'Not tried yet'
