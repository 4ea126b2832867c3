import { answerObject, instant, instantAt, named, oneOf, optional, Type, text } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { legCauses, legsOfCause, type WaitingLeg, waitingStates } from '../../../store/legs/leg-causes.ts'
import { ok } from '../../answer/answers.ts'
import { oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Organisations } from '../../parts.ts'
import { listBy, listMembers, listOf, wholeList } from '../../request/lists.ts'
import { notBlank } from '../../request/parameters.ts'
import { countAnswer, countMembers } from '../overview/overview-schemas.ts'
import { LegAnswer, legAnswer, notYetTried } from './leg-shapes.ts'
import { organisationOfLegs } from './organisation-of-legs.ts'

// The legs that wait, by what stopped them.

const legList = listBy('legs', 'integer', 'text')

/** Legs that wait for the same reason: how many, and some of them. */
const LegCause = answerObject('LegCause', {
  cause: Type.String(),
  ...countMembers,
  oldest_since: instant(),
  sample: Type.Array(LegAnswer),
})

const LegCauses = answerObject('LegCauses', {
  ...listMembers(LegCause),
  are_more: Type.Boolean(),
})

const LegPage = listOf('LegPage', LegAnswer)

/** The legs that wait, by what stopped them. Source: docs/decisions/0070. */
export const listLegs = operationWith<Basics & Organisations>()({
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
    ...legList.parameters,
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
    const { state = 'stalled', cause, cursor, limit } = query
    const wanted = { state, orgId: organisationOfLegs(account, query.org_id) }
    if (cause === undefined) {
      if (cursor !== undefined) throw oneFieldFault('parameter_invalid', 'cursor', message('cursor_without_cause'))
      const { causes, areMore } = await legCauses(parts.store.database, wanted)
      const names = await namesOf(
        parts,
        causes.flatMap(({ sample }) => sample),
      )
      const shown = causes.slice(0, limit).map(({ cause: named, oldestSince, sample, ...count }) => ({
        cause: named ?? notYetTried,
        ...countAnswer(count),
        oldest_since: instantAt(oldestSince),
        sample: sample.map((leg) => legAnswer(leg, names)),
      }))
      return ok({ ...wholeList(shown), are_more: areMore || shown.length < causes.length })
    }
    const isUntried = state === 'waiting' && cause === notYetTried
    const { rows, next } = await legList.page(
      query,
      (page) => legsOfCause(parts.store.database, wanted, { cause: isUntried ? undefined : cause, ...page }),
      ({ since, transmissionUuid }) => [since, transmissionUuid],
    )
    const names = await namesOf(parts, rows)
    return ok({ items: rows.map((leg) => legAnswer(leg, names)), next })
  },
})

/** The names of the organisations of some legs, which are few. */
async function namesOf({ organisation }: Organisations, legs: readonly WaitingLeg[]) {
  const ids = [...new Set(legs.map(({ orgId }) => orgId))]
  const found = await Promise.all(ids.map((id) => organisation(id)))
  return new Map(ids.flatMap((id, at) => (found[at] === undefined ? [] : [[id, found[at].name] as const])))
}
