import {
  answerObject,
  instant,
  instantAt,
  named,
  oneOf,
  optional,
  orNull,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { legCauses, legsOfCause, waitingStates } from '../../../store/legs/leg-causes.ts'
import { ok } from '../../answer/answers.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { countAnswer, countMembers } from '../overview/overview-schemas.ts'
import { LegAnswer, legAnswer, legCursorParameter, notYetTried, writeLegCursor } from './leg-shapes.ts'
import { organisationOfLegs } from './organisation-of-legs.ts'

// The legs that wait, by what stopped them.

const defaultSize = 25

/** Legs that wait for the same reason: how many, and some of them. */
const LegCause = answerObject('LegCause', {
  cause: Type.String(),
  ...countMembers,
  oldest_since: instant(),
  sample: Type.Array(LegAnswer),
})

const LegCauses = answerObject('LegCauses', {
  causes: Type.Array(LegCause),
  are_more: Type.Boolean(),
})

const LegPage = answerObject('LegPage', {
  legs: Type.Array(LegAnswer),
  next: orNull(Type.String()),
})

/** The legs that wait, by what stopped them. Source: docs/decisions/0070. */
export const listLegs = operation({
  id: 'listLegs',
  method: 'GET',
  path: '/api/legs',
  summary: 'List the legs that are stalled, overdue or waiting, by their cause',
  description:
    'Without `cause`: the causes, those of most legs first, each with a count and its longest waiting legs. With ' +
    '`cause`: the legs that it stopped, the longest waiting first.',
  access: { kind: 'scopes', scopes: ['documents:read', 'operator'] },
  query: {
    state: optional(notBlank(oneOf(waitingStates))),
    cause: optional(notBlank(text(300))),
    cursor: optional(notBlank(legCursorParameter())),
    size: optional(notBlank(wholeNumber({ min: 1, max: 100, default: defaultSize }))),
    org_id: optional(notBlank(text(100))),
  },
  answers: {
    200: {
      description: 'The causes, or the legs of one',
      type: 'application/json',
      schema: named('Legs', Type.Union([LegCauses, LegPage])),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { state = 'stalled', cause, cursor, size = defaultSize } = query
    const wanted = { state, orgId: organisationOfLegs(account, query.org_id) }
    if (cause === undefined) {
      if (cursor !== undefined) throw oneFieldFault('parameter_invalid', 'cursor', message('cursor_without_cause'))
      const { causes, areMore } = await legCauses(parts.store.database, wanted)
      const shown = causes.map(({ cause: named, oldestSince, sample, ...count }) => ({
        cause: named ?? notYetTried,
        ...countAnswer(count),
        oldest_since: instantAt(oldestSince),
        sample: sample.map(legAnswer),
      }))
      return ok({ causes: shown, are_more: areMore })
    }
    const isUntried = state === 'waiting' && cause === notYetTried
    // One more than asked for, to see whether there are more.
    const page = { cause: isUntried ? undefined : cause, after: cursor, limit: size + 1 }
    const legs = await legsOfCause(parts.store.database, wanted, page)
    const shown = legs.slice(0, size)
    const last = legs.length > shown.length ? shown.at(-1) : undefined
    return ok({ legs: shown.map(legAnswer), next: last === undefined ? null : writeLegCursor(last) })
  },
})
