import { answerEnum } from '../../document/declaration/answer-shapes.ts'
import { legStatuses } from '../../store/legs/legs.ts'

/** The status of a leg in an answer. */
export const LegStatusAnswer = answerEnum('LegStatus', legStatuses)
