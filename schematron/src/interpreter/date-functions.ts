import { EvaluationError } from '../errors.ts'
import { adjusted, converted, type Moment, yearMonthDay } from '../values/calendar.ts'
import { cast } from '../values/cast.ts'
import { Atomic, type Item } from '../values/values.ts'
import { type Arguments, define, integer, type XPathFunction } from './arguments.ts'
import type { Focus } from './focus.ts'

/** The functions on dates and times. The implicit time zone is UTC. */
export const dateFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['current-dateTime', define((_, focus) => [now(focus)])],
  ['current-date', define((_, focus) => partOfNow(focus, 'date'))],
  ['current-time', define((_, focus) => partOfNow(focus, 'time'))],
  ['implicit-timezone', define(() => [new Atomic('dayTimeDuration', 0)])],
  ['adjust-date-to-timezone', adjusting('date')],
  ['adjust-dateTime-to-timezone', adjusting('dateTime')],
  ['adjust-time-to-timezone', adjusting('time')],
  ['year-from-date', part('date', 0)],
  ['month-from-date', part('date', 1)],
  ['day-from-date', part('date', 2)],
  ['year-from-dateTime', part('dateTime', 0)],
  ['month-from-dateTime', part('dateTime', 1)],
  ['day-from-dateTime', part('dateTime', 2)],
  [
    'days-from-duration',
    define((parameters) => {
      const value = typed(parameters, 0, 'dayTimeDuration')
      return value ? [integer(Math.trunc(Number(value.value) / 86_400))] : []
    }),
  ],
])

function now({ now: time }: Focus): Atomic {
  if (!time) throw new Error('the schema was compiled without a clock')
  return new Atomic('dateTime', time.getTime() / 1000, 0)
}

function partOfNow(focus: Focus, type: Moment): Item[] {
  const value = converted(now(focus), type)
  return value ? [value] : []
}

function adjusting(type: Moment): XPathFunction {
  return define((parameters) => {
    const moment = typed(parameters, 0, type)
    if (!moment) return []
    if (parameters.count === 1) return [adjusted(moment, 0)]
    const zone = typed(parameters, 1, 'dayTimeDuration')
    return [adjusted(moment, zone && Number(zone.value))]
  })
}

function part(type: Moment, at: 0 | 1 | 2): XPathFunction {
  return define((parameters) => {
    const moment = typed(parameters, 0, type)
    return moment ? [integer(yearMonthDay(moment)[at])] : []
  })
}

/** An argument of a type; untyped text is cast to it. */
function typed(parameters: Arguments, at: number, type: Atomic['type']): Atomic | undefined {
  const value = parameters.single(at)
  if (!value || value.type === type) return value
  if (value.type === 'untyped') return cast(value, type)
  throw new EvaluationError(`an xs:${value.type} is not an xs:${type}`)
}
