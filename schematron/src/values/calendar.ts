import { EvaluationError } from '../errors.ts'
import { trim } from './blanks.ts'
import { Atomic } from './values.ts'

/**
 * Dates, times and durations with their zone: how they are written, moved to another zone and
 * counted with. A value holds its instant in seconds; `zone` is the offset of its text from UTC in
 * seconds, undefined without one. Source: XQuery and XPath Functions 2.0, 10.
 */
export type Moment = 'date' | 'time' | 'dateTime'

export function isMoment(type: Atomic['type']): type is Moment {
  return type === 'date' || type === 'time' || type === 'dateTime'
}

/** The offset at the end of a valid text of a date or time. */
export function zoneIn(text: string): number | undefined {
  const zone = /(Z|[+-][0-9]{2}:[0-9]{2})$/.exec(trim(text))?.[1]
  if (zone === undefined) return undefined
  if (zone === 'Z') return 0
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60
  return zone.startsWith('-') ? -seconds : seconds
}

/** The seconds that its own zone shows. */
function localSeconds({ value, zone = 0 }: Atomic): number {
  return Number(value) + zone
}

/** The text of a date, a time or a dateTime. */
export function momentText(moment: Atomic): string {
  const local = wholeMicroseconds(localSeconds(moment))
  const days = Math.floor(local / day)
  const parts = [
    ...(moment.type === 'time' ? [] : [dateText(days)]),
    ...(moment.type === 'date' ? [] : [timeText(local - days * day, decimalsOf(local))]),
  ]
  return parts.join('T') + zoneText(moment.zone)
}

/** The seconds of `PT4H`, `-P1DT2H3M4.5S`; undefined when the text is no such duration. */
export function parseDuration(text: string): number | undefined {
  const parts = durationSyntax.exec(trim(text))
  if (!parts || /[PT]$/.test(trim(text))) return undefined
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const total = Number(days) * day + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return wholeMicroseconds(sign === '-' ? -total : total)
}

export function durationText(seconds: number): string {
  if (seconds === 0) return 'PT0S'
  const size = Math.abs(seconds)
  const days = Math.floor(size / day)
  const hours = Math.floor((size % day) / 3600)
  const minutes = Math.floor((size % 3600) / 60)
  const rest = Number((size % 60).toFixed(decimalsOf(size)))
  const time = [
    hours > 0 ? `${hours}H` : '',
    minutes > 0 ? `${minutes}M` : '',
    rest > 0 ? `${decimalOf(rest)}S` : '',
  ].join('')
  return `${seconds < 0 ? '-' : ''}P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
}

/** Moved to a zone: one that has a zone stays the same instant, another keeps its text. */
export function adjusted(moment: Atomic, zone: number | undefined): Atomic {
  const { type } = moment
  if (zone !== undefined && (Math.abs(zone) > 14 * 3600 || zone % 60 !== 0))
    throw new EvaluationError('a time zone is at most 14 hours, in whole minutes')
  const instant = Number(moment.value)
  if (zone === undefined) return new Atomic(type, wholeMicroseconds(localSeconds(moment)), undefined)
  if (moment.zone === undefined) return new Atomic(type, wholeMicroseconds(instant - zone), zone)
  const local = instant + zone
  if (type === 'date') return new Atomic(type, Math.floor(local / day) * day - zone, zone)
  return new Atomic(type, type === 'time' ? wholeMicroseconds((((local % day) + day) % day) - zone) : instant, zone)
}

/** A dateTime as the date or the time that its zone shows; a date as its first instant. */
export function converted(moment: Atomic, type: Moment): Atomic | undefined {
  if (moment.type === type) return moment
  const { zone } = moment
  const local = localSeconds(moment)
  const start = Math.floor(local / day) * day
  if (moment.type === 'date' && type === 'dateTime') return new Atomic(type, moment.value, zone)
  if (moment.type !== 'dateTime') return undefined
  return new Atomic(type, wholeMicroseconds((type === 'date' ? start : local - start) - (zone ?? 0)), zone)
}

export function yearMonthDay(moment: Atomic): readonly [number, number, number] {
  return civil(Math.floor(localSeconds(moment) / day))
}

function dateText(days: number): string {
  const [year, month, date] = civil(days)
  const sign = year < 0 ? '-' : ''
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(date)}`
}

function timeText(seconds: number, decimals: 3 | 6): string {
  const whole = Math.floor(seconds)
  const fraction = Number((seconds - whole).toFixed(decimals))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two)
  return parts.join(':') + (fraction === 0 ? '' : decimalOf(fraction).slice(1))
}

function zoneText(zone: number | undefined): string {
  if (zone === undefined) return ''
  if (zone === 0) return 'Z'
  const minutes = Math.abs(zone) / 60
  return `${zone < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Year, month and day of a number of days since 1970, in the Gregorian calendar of any year. */
function civil(days: number): readonly [number, number, number] {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const part = Math.floor((5 * ofYear + 2) / 153)
  const month = part < 10 ? part + 3 : part - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * part + 2) / 5) + 1]
}

/**
 * Without the traces of binary fractions: six decimals of a second count, three in the times before
 * 1684 and after 2255, where a number does not hold more. XPath asks for three.
 */
export function wholeMicroseconds(seconds: number): number {
  if (Number.isInteger(seconds)) return seconds + 0
  const parts = decimalsOf(seconds) === 3 ? 1e3 : 1e6
  return Math.round(seconds * parts) / parts + 0
}

function decimalsOf(seconds: number): 3 | 6 {
  return Math.abs(seconds) < 9e9 ? 6 : 3
}

/** `0.000001`, never `1e-6`. */
function decimalOf(seconds: number): string {
  return seconds.toFixed(6).replace(/\.?0+$/, '')
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

// Lazy, as in decimal.ts: documents have texts of megabytes.
const durationSyntax = /^(-?)P(?:([0-9]+?)D)?(?:T(?:([0-9]+?)H)?(?:([0-9]+?)M)?(?:([0-9]+?(?:\.[0-9]+?)?)S)?)?$/
const day = 86_400
