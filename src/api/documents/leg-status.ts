import { answerEnum } from '@selfbill/pint-ae/document'
import { legStatuses } from '../../store/legs/legs.ts'

/** The status of a leg in an answer. */
export const LegStatusAnswer = answerEnum('LegStatus', legStatuses)
